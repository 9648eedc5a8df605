import type { EpssRow } from "#engines/vulnerability-types";
import { isCveId } from "./cve-id.ts";
import { DamagedFeed } from "./feed-error.ts";
import { maxLineBytes } from "./limits.ts";

const header = "cve,epss,percentile";

/**
 * Reads the CSV of EPSS as it streams in: `#model_version:v4,score_date:2026-09-29T12:00:22Z`, the heading, then a row
 * for each CVE. Only the first line may be missing, as in files before 2022.
 *
 * @throws DamagedFeed that names the line.
 */
export class EpssReader {
  #rest = "";
  #line = 0;
  #sawHeader = false;
  #asOf: number | null = null;

  /** What the file says of its age; `null` as long as it has not. */
  get asOf(): number | null {
    return this.#asOf;
  }

  push(chunk: Buffer): EpssRow[] {
    // Pure ASCII, so a character is never cut; whatever else stands there is refused below.
    const lines = (this.#rest + chunk.toString("latin1")).split("\n");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > maxLineBytes) this.#refuse(this.#line + 1, "is too long");
    return lines.flatMap((line) => this.#read(line));
  }

  /** @throws DamagedFeed when the file ended within a line, or before its heading. */
  end(): void {
    // A number that was cut off would be another number.
    if (this.#rest !== "") this.#refuse(this.#line + 1, "is not ended: the file is cut off");
    if (!this.#sawHeader) throw new DamagedFeed(`it ends before its heading ${header}`);
  }

  #read(text: string): EpssRow[] {
    this.#line += 1;
    const line = text.endsWith("\r") ? text.slice(0, -1) : text;
    if (this.#sawHeader) return line === "" ? [] : [this.#row(line)];
    if (line === header) this.#sawHeader = true;
    else if (this.#line === 1 && line.startsWith("#")) this.#asOf = this.#scoreDate(line);
    else this.#refuse(this.#line, `is not the heading ${header}`);
    return [];
  }

  #scoreDate(line: string): number {
    const text = /score_date:([0-9T:+.Z-]+)/.exec(line)?.[1];
    const at = Date.parse(text ?? "");
    if (Number.isNaN(at)) this.#refuse(this.#line, "names no score_date");
    return at;
  }

  #row(line: string): EpssRow {
    const [cve, score, percentile, ...more] = line.split(",");
    if (!isCveId(cve) || more.length > 0)
      this.#refuse(this.#line, "is not a CVE id and two numbers");
    return { cve, score: this.#share(score), percentile: this.#share(percentile) };
  }

  #share(text: string | undefined): number {
    const value = /^\d(\.\d+)?(e-?\d+)?$/i.test(text ?? "") ? Number(text) : Number.NaN;
    if (!(value >= 0 && value <= 1))
      this.#refuse(this.#line, "has a number that is not from 0 to 1");
    return value;
  }

  #refuse(line: number, what: string): never {
    throw new DamagedFeed(`line ${line} ${what}`);
  }
}

/** Whether a file begins as EPSS does. */
export function looksLikeEpss(head: Buffer): boolean {
  const text = head.toString("latin1");
  return text.startsWith("#model_version:") || text.startsWith(header);
}
