/*
 * The order of versions whose scheme nobody stated, as in NVD's ranges: `1.0.1g`, `9.9p1`, `1.3.5rc3`, `2016.73`, `r36 p4`.
 * A version is cut into words and numbers. At one place: words of unfinished releases sort below the end, other words
 * above the end, numbers above words. So 1.0rc1 < 1.0 = 1.0.0 < 1.0a < 1.0p1 < 1.0.1, and 1.0.2z < 1.0.2za.
 */

/** A number of any size, or a word; `early` above 0 when it announces a release (the smaller, the earlier). */
export interface FuzzyToken {
  readonly early: number;
  readonly word: string;
  readonly number: number | null;
}

const earlyWords: Readonly<Record<string, number>> = {
  dev: 1,
  snapshot: 1,
  alpha: 2,
  beta: 3,
  milestone: 4,
  pre: 5,
  preview: 5,
  rc: 6,
  cr: 6,
};
/** Short forms that mean an unfinished release only with a number behind them: `1.0.2a` is a patch, `3.13.0a1` is not. */
const shortForms: Readonly<Record<string, string>> = { a: "alpha", b: "beta", m: "milestone" };
/** Different writings of one thing. */
const sameWords: Readonly<Record<string, string>> = { patch: "p", pl: "p", update: "u" };

const maxTokens = 24;
const known = new Map<string, readonly FuzzyToken[]>();
const knownLimit = 50_000;

/** Cuts a version into tokens. The same texts come again and again, so the last ones are remembered. */
export function fuzzyTokens(text: string): readonly FuzzyToken[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const tokens = tokenise(text);
  if (known.size >= knownLimit) known.clear();
  known.set(text, tokens);
  return tokens;
}

/** The order of two versions of an unknown scheme. Every text has its place; trailing zeros do not count. */
export function compareFuzzy(a: string, b: string): number {
  return compareTokens(fuzzyTokens(a), fuzzyTokens(b));
}

/** The order of two token lists. */
export function compareTokens(a: readonly FuzzyToken[], b: readonly FuzzyToken[]): number {
  for (let i = 0; i < a.length || i < b.length; i++) {
    const [left, right] = [a[i], b[i]];
    const difference = rank(left) - rank(right);
    if (difference !== 0) return difference;
    if (left === undefined || right === undefined) continue;
    if (left.early !== right.early) return left.early - right.early;
    if (left.number !== null && right.number !== null && left.number !== right.number) {
      return left.number - right.number;
    }
    if (left.word !== right.word) return left.word < right.word ? -1 : 1;
  }
  return 0;
}

/** Whether the version announces a release: `rc`, `beta` and the like. */
export function isEarly(tokens: readonly FuzzyToken[]): boolean {
  return tokens.some((token) => token.early > 0);
}

function rank(token: FuzzyToken | undefined): number {
  if (token === undefined) return 1;
  if (token.early > 0) return 0;
  return token.number === null ? 2 : 3;
}

function tokenise(text: string): FuzzyToken[] {
  const parts =
    text
      .toLowerCase()
      .replace(/^v(?=\d)/, "")
      // What a distribution adds to the name of a version says nothing about the release.
      .slice(0, 200)
      .replace(/[+~.-](?:dfsg|debian|ubuntu|ds\d*\b|deb\d).*$/, "")
      .match(/\d+|[a-z]+/g) ?? [];
  const tokens: FuzzyToken[] = [];
  for (const [i, part] of parts.slice(0, maxTokens).entries()) {
    const digits = /^\d/.test(part);
    if (!digits) dropZeros(tokens);
    tokens.push(digits ? number(part) : word(part, /^\d/.test(parts[i + 1] ?? "")));
  }
  dropZeros(tokens);
  return tokens;
}

function number(digits: string): FuzzyToken {
  return { early: 0, word: "", number: Number(digits) };
}

function word(letters: string, numberFollows: boolean): FuzzyToken {
  const long = numberFollows ? (shortForms[letters] ?? letters) : letters;
  const same = sameWords[long] ?? long;
  return { early: earlyWords[same] ?? 0, word: same, number: null };
}

function dropZeros(tokens: FuzzyToken[]): void {
  while (tokens.at(-1)?.number === 0) tokens.pop();
}
