import type { Readable } from "node:stream";

/** Longer than an id and a result are. */
const longestLine = 1_000;

/**
 * Calls back for each rule that oscap reports (`--progress`: `xccdf_…_rule_x:pass`, one a line), as soon as it is known. Other
 * lines are passed over, and what has no lines is not kept.
 */
export function countRules(output: Readable, onRule: () => void): void {
  let line = "";
  output.setEncoding("utf8");
  output.on("data", (text: string) => {
    const [first = "", ...more] = text.split("\n");
    line += first;
    for (const next of more) {
      if (isRule(line)) onRule();
      line = next;
    }
    // What is cut off here stays too long to be a rule.
    line = line.slice(0, longestLine + 1);
  });
}

function isRule(line: string): boolean {
  return line.length <= longestLine && /^[^\s:]+:[a-z]+$/.test(line);
}
