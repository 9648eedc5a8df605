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

  note(file: string, seconds: number): void {
    this.#seconds.set(file, seconds);
  }

  /** In front those that never ran, in the order given, then by what they took. */
  longestFirst(files: readonly string[]): string[] {
    const secondsOf = (file: string): number => this.#seconds.get(file) ?? Number.MAX_VALUE;
    return files.toSorted((a, b) => secondsOf(b) - secondsOf(a));
  }

  async write(): Promise<void> {
    await mkdir(dirname(timesFile), { recursive: true });
    await writeFile(timesFile, JSON.stringify(Object.fromEntries(this.#seconds)));
  }
}
