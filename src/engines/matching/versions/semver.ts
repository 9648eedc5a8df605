import { compareDigits, compareText } from "./digits.ts";

/** One to three numbers, so that `1.2` is read too; then a pre-release, then build metadata, which does not count. */
const pattern = /^[v=]?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9a-z.-]+))?(?:\+[0-9a-z.-]*)?$/i;

/** Whether the text is a semantic version, a leading `v` or missing zeros forgiven. */
export function isSemver(text: string): boolean {
  return pattern.test(text);
}

/**
 * The order of semantic versions. Source: semver.org 2.0.0, clause 11.
 *
 * @throws RangeError when one of them is none.
 */
export function compareSemver(a: string, b: string): number {
  const left = parse(a);
  const right = parse(b);
  for (let i = 0; i < 3; i++) {
    const difference = compareDigits(left.numbers[i] ?? "", right.numbers[i] ?? "");
    if (difference !== 0) return difference;
  }
  if (left.pre === undefined || right.pre === undefined) {
    return (left.pre === undefined ? 1 : 0) - (right.pre === undefined ? 1 : 0);
  }
  return comparePreRelease(left.pre.split("."), right.pre.split("."));
}

function parse(text: string): { numbers: (string | undefined)[]; pre: string | undefined } {
  const match = pattern.exec(text);
  if (match === null) throw new RangeError(`"${text}" is not a semantic version.`);
  return { numbers: [match[1], match[2], match[3]], pre: match[4] };
}

function comparePreRelease(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length || i < b.length; i++) {
    const [left, right] = [a[i], b[i]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const numeric = [left, right].map((word) => /^\d+$/.test(word));
    if (numeric[0] !== numeric[1]) return numeric[0] === true ? -1 : 1;
    const difference = numeric[0] === true ? compareDigits(left, right) : compareText(left, right);
    if (difference !== 0) return difference;
  }
  return 0;
}
