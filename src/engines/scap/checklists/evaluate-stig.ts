import { lineOf } from "../texts.ts";
import { parsedTime } from "../xccdf/times.ts";
import type { ChecklistOrigin } from "./checklist-audit.ts";

/**
 * Who filled in a `.ckl`. Evaluate-STIG begins it with a comment that holds its version, and when it ran; without one a person
 * did, with STIG Viewer.
 *
 * @param head the beginning of the file.
 */
export function originOf(head: string, at: number): ChecklistOrigin {
  const begin = head.indexOf("<Evaluate-STIG>");
  const end = head.indexOf("</Evaluate-STIG>", begin);
  if (begin < 0 || end < 0) return { engine: "STIG Viewer", at };
  const mark = head.slice(begin, end);
  const word = (name: string): string =>
    new RegExp(`<${name}>([^<]{1,100})</${name}>`).exec(mark)?.[1] ?? "";
  return evaluateStig(word("version"), word("time"), at);
}

/** @param time as it writes it; without one, or with one that is none, `at` stands. */
export function evaluateStig(version: string, time: string, at: number): ChecklistOrigin {
  return { engine: lineOf(`Evaluate-STIG ${version}`, 200), at: parsedTime(time) ?? at };
}
