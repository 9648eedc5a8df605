import { baseEcosystem } from "#engines/feeds";
import type { OsvEntry } from "#engines/vulnerability-types";

/**
 * Finds out which ecosystem an archive of OSV is about: the one that all its advisories name. Some of them name others as
 * well, but not all that there is of those. An archive of several ecosystems is about each.
 */
export class EcosystemTally {
  #common: Set<string> | null = null;
  readonly #all = new Set<string>();
  #id = "";
  #ofAdvisory = new Set<string>();

  /** Takes entries in the order of the archive: those of an advisory behind each other. */
  take(entries: readonly OsvEntry[]): void {
    for (const { id, ecosystem } of entries) {
      if (id !== this.#id) this.#close();
      this.#id = id;
      const base = baseEcosystem(ecosystem);
      this.#ofAdvisory.add(base);
      this.#all.add(base);
    }
  }

  /** The ecosystems of which the archive says everything. */
  end(): string[] {
    this.#close();
    const common = this.#common ?? new Set();
    return [...(common.size > 0 ? common : this.#all)];
  }

  #close(): void {
    if (this.#ofAdvisory.size === 0) return;
    this.#common =
      this.#common === null ? this.#ofAdvisory : this.#common.intersection(this.#ofAdvisory);
    this.#ofAdvisory = new Set();
  }
}
