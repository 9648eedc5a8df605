import { compareDigits } from "./digits.ts";

/** A version as Debian writes it: `1:9.2p1-2+deb12u3`. */
export interface DpkgVersion {
  /** `null`: none is written, which sorts as 0. */
  epoch: string | null;
  upstream: string;
  /** `null`: none is written, which sorts as the empty revision. */
  revision: string | null;
}

/** Cuts a version into its three parts; the epoch ends at the first colon, the revision begins after the last hyphen. */
export function splitDpkg(text: string): DpkgVersion {
  const colon = /^(\d+):/.exec(text);
  const rest = colon === null ? text : text.slice(colon[0].length);
  const hyphen = rest.lastIndexOf("-");
  return {
    epoch: colon?.[1] ?? null,
    upstream: hyphen === -1 ? rest : rest.slice(0, hyphen),
    revision: hyphen === -1 ? null : rest.slice(hyphen + 1),
  };
}

/** The order of Debian's and Ubuntu's versions: less than, equal to or more than 0. Source: deb-version(7), "Sorting algorithm". */
export function compareDpkg(a: string, b: string): number {
  const left = splitDpkg(a);
  const right = splitDpkg(b);
  return (
    compareDigits(left.epoch ?? "", right.epoch ?? "") ||
    comparePart(left.upstream, right.upstream) ||
    comparePart(left.revision ?? "", right.revision ?? "")
  );
}

/** In turns: a stretch without digits by the rank of its characters, a stretch of digits as a number. */
function comparePart(a: string, b: string): number {
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    while ((i < a.length && !isDigit(a, i)) || (j < b.length && !isDigit(b, j))) {
      const difference = rank(a, i) - rank(b, j);
      if (difference !== 0) return difference;
      i += 1;
      j += 1;
    }
    const [startA, startB] = [i, j];
    while (isDigit(a, i)) i += 1;
    while (isDigit(b, j)) j += 1;
    const difference = compareDigits(a.slice(startA, i), b.slice(startB, j));
    if (difference !== 0) return difference;
  }
  return 0;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

/** `~` before the end, the end before letters, letters before everything else. */
function rank(text: string, at: number): number {
  if (at >= text.length || isDigit(text, at)) return 0;
  const character = text.charAt(at);
  if (character === "~") return -1;
  const code = text.charCodeAt(at);
  return /[a-z]/i.test(character) ? code : code + 256;
}
