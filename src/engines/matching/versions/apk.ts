import { compareDigits, compareText } from "./digits.ts";

const pattern = /^(\d+(?:\.\d+)*)([a-z]?)((?:_[a-z]+\d*)*)(?:~[0-9a-f]+)?(?:-r(\d+))?$/;

/** Suffixes in their order; those before the release itself are negative. */
const suffixes: Readonly<Record<string, number>> = {
  alpha: -4,
  beta: -3,
  pre: -2,
  rc: -1,
  cvs: 1,
  svn: 2,
  git: 3,
  hg: 4,
  p: 5,
};

/** Whether the text is a version of Alpine's packages. */
export function isApk(text: string): boolean {
  return pattern.test(text);
}

/**
 * The order of Alpine's versions `1.2.3a_rc1-r4`. Source: apk-package(5), "Package version".
 *
 * @throws RangeError when one of them is none.
 */
export function compareApk(a: string, b: string): number {
  const left = parse(a);
  const right = parse(b);
  return (
    compareNumbers(left.numbers, right.numbers) ||
    compareText(left.letter, right.letter) ||
    compareSuffixes(left.suffixes, right.suffixes) ||
    compareDigits(left.revision, right.revision)
  );
}

function parse(text: string): {
  numbers: string[];
  letter: string;
  suffixes: [rank: number, number: string][];
  revision: string;
} {
  const match = pattern.exec(text);
  if (match === null) throw new RangeError(`"${text}" is not a version of an Alpine package.`);
  const words = [...(match[3] ?? "").matchAll(/_([a-z]+)(\d*)/g)];
  return {
    numbers: (match[1] ?? "").split("."),
    letter: match[2] ?? "",
    suffixes: words.map(([, word = "", number = ""]) => [suffixes[word] ?? 0, number]),
    revision: match[4] ?? "",
  };
}

/** More numbers sort above fewer: `1.0` is above `1`. */
function compareNumbers(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [left = "", right = ""] = [a[i], b[i]];
    // Behind the first point a leading zero makes it a decimal fraction: 1.02 is below 1.1.
    const fraction = i > 0 && (left.startsWith("0") || right.startsWith("0"));
    const difference = fraction ? compareText(left, right) : compareDigits(left, right);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function compareSuffixes(a: readonly [number, string][], b: readonly [number, string][]): number {
  for (let i = 0; i < a.length || i < b.length; i++) {
    const [left, right] = [a[i], b[i]];
    const difference =
      (left?.[0] ?? 0) - (right?.[0] ?? 0) || compareDigits(left?.[1] ?? "", right?.[1] ?? "");
    if (difference !== 0) return difference;
  }
  return 0;
}
