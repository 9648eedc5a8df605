import { lineOf } from "../texts.ts";
import { parsedTime } from "../xccdf/times.ts";
import type { ChecklistOrigin } from "./checklist-audit.ts";

/**
 * Who filled in a `.ckl`. Evaluate-STIG begins it with a comment that holds its version, and each STIG in it with one that
 * holds when it ran (before 2023 the first comment held both); without one a person did, with STIG Viewer. Source: its module
 * Master_Functions, `Format-CKL`.
 *
 * @param head the beginning of the file, as far as into the first STIG.
 */
export function originOf(head: string, at: number): ChecklistOrigin {
  const marks = [...head.matchAll(/<!--\s*<Evaluate-STIG>((?:(?!-->)[^]){0,2000})/g)]
    .map(([, mark]) => mark)
    .join("\n");
  if (marks === "") return { engine: "STIG Viewer", at };
  // The first: further down, modules have versions of their own.
  const word = (name: string): string =>
    new RegExp(`<${name}>([^<]{1,100})</${name}>`, "i").exec(marks)?.[1] ?? "";
  return evaluateStig(word("version"), word("time"), at);
}

/** @param time as it writes it; without one, or with one that is none, `at` stands. */
export function evaluateStig(version: string, time: string, at: number): ChecklistOrigin {
  return { engine: lineOf(`Evaluate-STIG ${version}`, 200), at: parsedTime(time) ?? at };
}
