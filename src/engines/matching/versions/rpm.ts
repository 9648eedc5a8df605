import { compareDigits, compareText } from "./digits.ts";

/** The order of RPM versions `epoch:version-release`: a part that is missing sorts below one that is there, but no epoch is 0. Source: rpm-version(7). */
export function compareRpm(a: string, b: string): number {
  const left = split(a);
  const right = split(b);
  return (
    compareDigits(left.epoch, right.epoch) ||
    comparePart(left.version, right.version) ||
    compareRelease(left.release, right.release)
  );
}

function split(text: string): { epoch: string; version: string; release: string | null } {
  const colon = /^(\d+):/.exec(text);
  const rest = colon === null ? text : text.slice(colon[0].length);
  const hyphen = rest.lastIndexOf("-");
  return {
    epoch: colon?.[1] ?? "0",
    version: hyphen === -1 ? rest : rest.slice(0, hyphen),
    release: hyphen === -1 ? null : rest.slice(hyphen + 1),
  };
}

function compareRelease(a: string | null, b: string | null): number {
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
  return comparePart(a, b);
}

/** Segments of digits or of letters; whatever separates them does not count. `~` sorts below the end, `^` right above it. */
function comparePart(a: string, b: string): number {
  const left = a.match(/\d+|[a-z]+|~|\^/gi) ?? [];
  const right = b.match(/\d+|[a-z]+|~|\^/gi) ?? [];
  for (let i = 0; i < left.length || i < right.length; i++) {
    const difference = compareSegment(left[i], right[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareSegment(a: string | undefined, b: string | undefined): number {
  const order = rank(a) - rank(b);
  if (order !== 0 || a === undefined || b === undefined) return order;
  return /\d/.test(a) ? compareDigits(a, b) : compareText(a, b);
}

function rank(segment: string | undefined): number {
  if (segment === "~") return 0;
  if (segment === undefined) return 1;
  if (segment === "^") return 2;
  return /\d/.test(segment) ? 4 : 3;
}
