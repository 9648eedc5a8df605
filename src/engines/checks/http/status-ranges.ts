/** HTTP status codes, as ranges with both ends included. */
export type StatusRanges = readonly (readonly [from: number, to: number])[];

/** A setting that a check cannot be made with; the message names it and says what is wrong. */
export class InvalidRule extends Error {
  override name = "InvalidRule";
  /** What the rule is about. */
  readonly about: "status" | "body";

  constructor(about: "status" | "body", message: string) {
    super(message);
    this.about = about;
  }
}

/**
 * Reads `200-299` or `200,204,301-399`.
 * @throws InvalidRule
 */
export function parseStatusRanges(text: string): StatusRanges {
  return text.split(",").map((part) => {
    const [, first, last] = /^ *([1-5][0-9]{2})(?:-([1-5][0-9]{2}))? *$/.exec(part) ?? [];
    const from = Number(first);
    const to = Number(last ?? first);
    if (first === undefined || from > to) {
      const why = first === undefined ? "is neither a status nor a range" : "ends before it begins";
      throw new InvalidRule("status", `expectStatus: ${JSON.stringify(part.trim())} ${why}`);
    }
    return [from, to] as const;
  });
}

/** True when one of the ranges holds `status`. */
export function matchStatus(ranges: StatusRanges, status: number): boolean {
  return ranges.some(([from, to]) => status >= from && status <= to);
}
