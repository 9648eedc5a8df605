import type { MessageCheck } from "./bodies.ts";

/** What may be wrong with a message, place by place; more than this helps nobody. */
const maxDetails = 20;
/** All of a shorter message is looked through: within a tenth of a second, whatever it is. */
const shortBytes = 128 * 1024;
/** Of a longer one so many entries of each list, so many fields of each object, and so many values in all. */
const mostEntries = 500;
const mostFields = 100;
const mostValues = 10_000;
/** No message is nested so deep. */
const mostDepth = 50;

/** What is wrong with a message, and where. */
interface Fault {
  path: string;
  message: string;
}

/**
 * Finds what is wrong with a message that its check refuses. The schema library looks at every value there is, with 16 µs and
 * 300 bytes for each that is wrong: a list of millions, which is some kilobytes of gzip, would be the end of the server. So of
 * a long message only the beginnings are looked at.
 *
 * @param bytes of its JSON.
 */
export function findFaults(check: MessageCheck<unknown>, message: unknown, bytes: number): Fault[] {
  const looked = bytes <= shortBytes ? message : beginningOf(message, { left: mostValues }, 0);
  const faults = check
    .Errors(looked)
    .slice(0, maxDetails)
    .map(({ instancePath, message: fault }) => ({ path: instancePath, message: fault }));
  if (faults.length > 0) return faults;
  const fault = "is too long, or wrong somewhere behind the beginnings of its lists";
  return [{ path: "", message: fault }];
}

/** A copy of what comes first, wherever there is much. */
function beginningOf(value: unknown, budget: { left: number }, depth: number): unknown {
  budget.left -= 1;
  if (typeof value !== "object" || value === null) return value;
  if (depth === mostDepth) return null;
  if (Array.isArray(value)) {
    const kept: unknown[] = [];
    for (const one of value.slice(0, mostEntries)) {
      if (budget.left <= 0) break;
      kept.push(beginningOf(one, budget, depth + 1));
    }
    return kept;
  }
  // Missing fields would be faults of ours: an object is kept whole, but for fields that nobody expects in such numbers.
  const fields = Object.entries(value).slice(0, mostFields);
  return Object.fromEntries(
    fields.map(([name, inner]) => [name, beginningOf(inner, budget, depth + 1)]),
  );
}
