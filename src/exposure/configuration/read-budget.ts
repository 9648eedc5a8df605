import { type ScanBudget, defaultBudget } from "#engines/scan-types";
import { type Path, type Violation, isMapping } from "#platform/declarations";

const keys = ["perHostPerSec", "perSubnetPerSec", "totalPerSec"] as const;

/** As `ScanBudget` bounds it. */
const highestRate = 1_000_000;

/**
 * Reads how fast a scan may go: probes a second, or `unlimited`. What is not said is as `defaultBudget` has it.
 */
export function readBudget(
  value: unknown,
  path: Path,
): { budget: ScanBudget; violations: Violation[] } {
  const budget = { ...defaultBudget };
  const violations: Violation[] = [];
  if (value === undefined) return { budget, violations };
  if (!isMapping(value)) {
    const message = `must be a mapping with ${keys.join(", ")}`;
    return { budget, violations: [{ path, message }] };
  }
  for (const [name, rate] of Object.entries(value)) {
    const key = keys.find((known) => known === name);
    if (key === undefined) {
      const message = `is an unknown key; known here are ${keys.join(", ")}`;
      violations.push({ path: [...path, name], key: true, message });
    } else if (rate === "unlimited") budget[key] = null;
    else if (typeof rate === "number" && rate > 0 && rate <= highestRate) budget[key] = rate;
    else if (rate !== undefined) {
      const message = `must be a number of probes a second, above 0 and at most ${highestRate}, or unlimited`;
      violations.push({ path: [...path, name], message });
    }
  }
  return { budget, violations };
}
