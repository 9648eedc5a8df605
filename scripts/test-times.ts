import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const timesFile = fileURLToPath(new URL("../node_modules/.cache/test-times.json", import.meta.url));

/** What each test file took when it last ran here, so that none that takes long is begun last, with nothing beside it. */
export class TestTimes {
  readonly #seconds: Map<string, number>;

  constructor(seconds: Readonly<Record<string, number>> = {}) {
    this.#seconds = new Map(Object.entries(seconds));
  }

  /** Those of earlier runs; none where nothing ran yet. */
  static async read(): Promise<TestTimes> {
    const text = await readFile(timesFile, "utf8").catch(() => "{}");
    return new TestTimes(JSON.parse(text));
  }

  /** Of files that share a process each is taken for as long as another. */
  note(files: readonly string[], seconds: number): void {
    for (const file of files) this.#seconds.set(file, seconds / files.length);
  }

  /** In front groups with a file that never ran, in the order given, then by what they took. */
  longestFirst(groups: readonly (readonly string[])[]): (readonly string[])[] {
    const secondsOf = (files: readonly string[]): number =>
      Math.min(
        files.reduce((sum, file) => sum + (this.#seconds.get(file) ?? Infinity), 0),
        Number.MAX_VALUE,
      );
    return groups.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }

  async write(): Promise<void> {
    await mkdir(dirname(timesFile), { recursive: true });
    await writeFile(timesFile, JSON.stringify(Object.fromEntries(this.#seconds)));
  }
}
