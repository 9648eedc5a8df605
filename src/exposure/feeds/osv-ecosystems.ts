import { baseEcosystem } from "#engines/feeds";
import type { OsvEntry } from "#engines/vulnerability-types";

/**
 * Finds out which ecosystems an archive of OSV is about. The one of PyPI holds every advisory that names PyPI; some of them
 * name npm as well, but it does not hold all of npm. So an ecosystem is there as a whole when some advisory names it alone:
 * in an archive of another ecosystem no such one would be.
 */
export class EcosystemTally {
  readonly #whole = new Set<string>();
  #id = "";
  #ofAdvisory = new Set<string>();

  /** Takes entries in the order of the archive: those of an advisory behind each other. */
  take(entries: readonly OsvEntry[]): void {
    for (const { id, ecosystem } of entries) {
      if (id !== this.#id) this.#close();
      this.#id = id;
      this.#ofAdvisory.add(baseEcosystem(ecosystem));
    }
  }

  /** The ecosystems of which the archive says everything. */
  end(): string[] {
    this.#close();
    return [...this.#whole];
  }

  #close(): void {
    if (this.#ofAdvisory.size === 1) for (const only of this.#ofAdvisory) this.#whole.add(only);
    this.#ofAdvisory = new Set();
  }
}
