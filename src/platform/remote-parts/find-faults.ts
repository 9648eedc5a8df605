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
  if (bytes <= shortBytes) return faultsIn(check, message);
  const cut: Cut = { left: mostValues, places: [] };
  const faults = faultsIn(check, beginningOf(message, cut, "", 0));
  if (faults.length > 0) return faults;
  const [outermost] = cut.places.toSorted((a, b) => a.path.length - b.path.length);
  const fault = "is too large, or wrong somewhere deep inside";
  return [outermost ?? { path: "", message: fault }];
}

function faultsIn(check: MessageCheck<unknown>, message: unknown): Fault[] {
  return check
    .Errors(message)
    .slice(0, maxDetails)
    .map(({ instancePath, message: fault }) => ({ path: instancePath, message: fault }));
}

/** How many values may still be copied, and of what only the beginning was. */
interface Cut {
  left: number;
  readonly places: Fault[];
}

/** A copy of what comes first, wherever there is much. */
function beginningOf(value: unknown, cut: Cut, path: string, depth: number): unknown {
  cut.left -= 1;
  if (typeof value !== "object" || value === null) return value;
  if (depth === mostDepth) return null;
  if (Array.isArray(value)) {
    const kept: unknown[] = [];
    for (const one of value.slice(0, mostEntries)) {
      if (cut.left <= 0) break;
      kept.push(beginningOf(one, cut, `${path}/${kept.length}`, depth + 1));
    }
    if (kept.length < value.length) {
      const fault = `has ${value.length} entries: too many, or one behind the first ${kept.length} is wrong`;
      cut.places.push({ path, message: fault });
    }
    return kept;
  }
  // Missing fields would be faults of ours: an object is kept whole, but for fields that nobody expects in such numbers.
  const fields = Object.entries(value).slice(0, mostFields);
  return Object.fromEntries(
    fields.map(([name, inner]) => [name, beginningOf(inner, cut, `${path}/${name}`, depth + 1)]),
  );
}
