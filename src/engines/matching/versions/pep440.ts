import { compareDigits, compareText } from "./digits.ts";

const pattern =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(alpha|beta|preview|pre|rc|a|b|c)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/i;

const phases: Readonly<Record<string, number>> = {
  a: 1,
  alpha: 1,
  b: 2,
  beta: 2,
  c: 3,
  rc: 3,
  pre: 3,
  preview: 3,
};
const noPhase = 4;
const devOnly = 0;

interface Parsed {
  epoch: string;
  release: string[];
  /** 0 a development release of a final one, 1 alpha, 2 beta, 3 candidate, 4 final. */
  phase: number;
  phaseNumber: string;
  /** `null`: not a post-release. */
  post: string | null;
  /** `null`: not a development release, which sorts above one. */
  dev: string | null;
  local: string[] | null;
}

/** Whether the text is a Python version. */
export function isPep440(text: string): boolean {
  return pattern.test(text.trim());
}

/**
 * The order of Python versions. Source: PEP 440, "Summary of permitted suffixes and relative ordering".
 *
 * @throws RangeError when one of them is none.
 */
export function comparePep440(a: string, b: string): number {
  const left = parse(a);
  const right = parse(b);
  return (
    compareDigits(left.epoch, right.epoch) ||
    compareRelease(left.release, right.release) ||
    left.phase - right.phase ||
    compareDigits(left.phaseNumber, right.phaseNumber) ||
    compareOptional(left.post, right.post, -1) ||
    compareOptional(left.dev, right.dev, 1) ||
    compareLocal(left.local, right.local)
  );
}

function parse(text: string): Parsed {
  const match = pattern.exec(text.trim());
  if (match === null) throw new RangeError(`"${text}" is not a Python version.`);
  const [, epoch, release = "", pre, preNumber, hyphenPost, postWord, postNumber, devWord] = match;
  const post = hyphenPost ?? (postWord === undefined ? null : (postNumber ?? ""));
  const dev = devWord === undefined ? null : (match[9] ?? "");
  const phase = pre === undefined ? undefined : phases[pre.toLowerCase()];
  return {
    epoch: epoch ?? "",
    release: release.split("."),
    phase: phase ?? (post === null && dev !== null ? devOnly : noPhase),
    phaseNumber: preNumber ?? "",
    post,
    dev,
    local: match[10]?.toLowerCase().split(/[-_.]/) ?? null,
  };
}

function compareRelease(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < a.length || i < b.length; i++) {
    const difference = compareDigits(a[i] ?? "", b[i] ?? "");
    if (difference !== 0) return difference;
  }
  return 0;
}

/** @param absent where a version without it sorts: below (-1) or above (1) those with it. */
function compareOptional(a: string | null, b: string | null, absent: -1 | 1): number {
  if (a !== null && b !== null) return compareDigits(a, b);
  return (a === null ? absent : 0) - (b === null ? absent : 0);
}

/** None sorts below any; numbers sort above words; more segments above fewer. */
function compareLocal(a: readonly string[] | null, b: readonly string[] | null): number {
  if (a === null || b === null) return (a === null ? 0 : 1) - (b === null ? 0 : 1);
  for (let i = 0; i < a.length || i < b.length; i++) {
    const [left, right] = [a[i], b[i]];
    if (left === undefined || right === undefined) return left === undefined ? -1 : 1;
    const numeric = [left, right].map((word) => /^\d+$/.test(word));
    if (numeric[0] !== numeric[1]) return numeric[0] === true ? 1 : -1;
    const difference = numeric[0] === true ? compareDigits(left, right) : compareText(left, right);
    if (difference !== 0) return difference;
  }
  return 0;
}
