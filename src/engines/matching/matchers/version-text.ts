/*
 * Ranges that CNAs write as prose into the version field of a CVE record: `>= 8.1.0, < 8.1.9`, `1.0 - 1.4`,
 * `prior to 2.4.52`, `1.2 and earlier`, `9.18.0 through versions before 9.18.7`.
 */

export interface TextRange {
  /** `null`: from the beginning. */
  from: { version: string; including: boolean } | null;
  /** `null`: no end. */
  to: { version: string; including: boolean } | null;
}

/** `nothing`: it says nothing (`n/a`). `everything`: all versions. `unreadable`: it says something, but not what. */
export type VersionText = "nothing" | "everything" | "unreadable" | readonly TextRange[];

const maxLength = 200;
const version = "(v?\\d[^\\s,;|]*)";
const exclusiveEnd = "(?:before|prior to|earlier than|lower than|less than|below|older than)";
const inclusiveEnd =
  "(?:up to and including|up to \\(including\\)|up to|through|thru|to|until|[-–—])";
const anyWords = "(?:[a-z][a-z0-9.+/_-]* ){0,8}";
const versionsWord = "(?:the )?(?:versions? )?";

type Make = (first: string, second: string) => TextRange;

const from = (text: string): TextRange["from"] => ({ version: text, including: true });
const before = (text: string): TextRange["to"] => ({ version: text, including: false });
const upTo = (text: string): TextRange["to"] => ({ version: text, including: true });

/** Tried in this order on the whole text. */
const phrases: readonly [pattern: RegExp, make: Make][] = [
  // `Open Source Branches 9.11 through 9.16 9.11.3 through versions before 9.16.33`: the words before name the branch.
  [
    phrase(`(?:.* )?${version} through versions before ${version}`),
    (a, b) => ({ from: from(a), to: before(b) }),
  ],
  [
    phrase(`(?:.* )?${version} through versions up to and including ${version}`),
    (a, b) => ({ from: from(a), to: upTo(b) }),
  ],
  [
    phrase(
      `${anyWords}${version},? (?:and )?(?:to |up to |through )?${versionsWord}${exclusiveEnd} ${versionsWord}${version}`,
    ),
    (a, b) => ({ from: from(a), to: before(b) }),
  ],
  [
    phrase(`${anyWords}${version} ${inclusiveEnd} ${versionsWord}${version}`),
    (a, b) => ({ from: from(a), to: upTo(b) }),
  ],
  [phrase(`(?:between )${version} and ${version}`), (a, b) => ({ from: from(a), to: upTo(b) })],
  [
    phrase(`${anyWords}${exclusiveEnd} ${versionsWord}${version}`),
    (a) => ({ from: null, to: before(a) }),
  ],
  [
    phrase(`${anyWords}(?:up to and including|up to|through|until) ${versionsWord}${version}`),
    (a) => ({ from: null, to: upTo(a) }),
  ],
  [
    phrase(
      `${anyWords}${version},? (?:and|or) (?:all )?(?:earlier|below|prior|older|lower|before|previous)(?: versions?)?`,
    ),
    (a) => ({ from: null, to: upTo(a) }),
  ],
  [
    phrase(
      `${anyWords}${version},? (?:and|or) (?:all )?(?:later|above|newer|higher|up)(?: versions?)?`,
    ),
    (a) => ({ from: from(a), to: null }),
  ],
  [
    phrase(`${anyWords}(?:from|since|starting with) ${versionsWord}${version}`),
    (a) => ({ from: from(a), to: null }),
  ],
  [phrase(`${anyWords}${version}`), (a) => ({ from: from(a), to: upTo(a) })],
];

function phrase(body: string): RegExp {
  return new RegExp(`^${body}$`, "i");
}

/** Reads one version text. What it does not understand to the end, it does not understand at all. */
export function readVersionText(text: string): VersionText {
  const words = text.trim().replace(/\s+/g, " ");
  if (/^(|n\/a|na|none|unknown|unspecified|not applicable|-)$/i.test(words)) return "nothing";
  if (/^(\*|all|all versions?|any|any versions?|0 and later)$/i.test(words)) return "everything";
  if (words.length > maxLength) return "unreadable";
  if (/[<>=]/.test(words)) return readOperators(words);
  for (const [pattern, make] of phrases) {
    const match = pattern.exec(words);
    const [, first, second = ""] = match ?? [];
    if (first !== undefined) return [make(first, second)];
  }
  return "unreadable";
}

const comparison = /\s*(>=|<=|=>|=<|==|>|<|=|≥|≤)\s*(v?\d[^\s,;|<>=&]*)\s*(?:,|&&|;|and\b)?/iy;

/** `>= 1.0, < 1.5 || >= 2.0, < 2.3`: comparisons hold together, alternatives stand apart. */
function readOperators(text: string): VersionText {
  const ranges: TextRange[] = [];
  for (const alternative of text.split("||")) {
    const range: TextRange = { from: null, to: null };
    comparison.lastIndex = 0;
    let end = 0;
    for (
      let match = comparison.exec(alternative);
      match !== null;
      match = comparison.exec(alternative)
    ) {
      const [, operator = "", number = ""] = match;
      end = comparison.lastIndex;
      const including = operator.includes("=") || operator === "≥" || operator === "≤";
      if (operator.includes(">") || operator === "≥") range.from = { version: number, including };
      else if (operator.includes("<") || operator === "≤")
        range.to = { version: number, including };
      else Object.assign(range, { from: from(number), to: upTo(number) });
    }
    if (end === 0 || alternative.slice(end).trim() !== "") return "unreadable";
    ranges.push(range);
  }
  return ranges;
}
