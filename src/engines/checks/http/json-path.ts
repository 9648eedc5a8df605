import { InvalidRule } from "./status-ranges.ts";

/** One step from a value to a part of it: a member's name or an element's index (negative: from the end). */
export type JsonPathStep = string | number;

/** What stands at a path. */
export type JsonAt = { found: true; value: unknown } | { found: false };

/**
 * Reads the part of JSONPath (RFC 9535) that names one value: `$.a.b[0]`, `$['x y']`, `$["x"][-1]`. After a dot a name
 * may hold any letter, digit, `_` or `-`.
 * @throws InvalidRule
 */
export function parseJsonPath(text: string): readonly JsonPathStep[] {
  const steps: JsonPathStep[] = [];
  const token =
    /\.([\p{L}\p{N}_-]+)|\[(-?(?:0|[1-9][0-9]{0,8}))\]|\[('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")\]/suy;
  token.lastIndex = 1;
  if (!text.startsWith("$")) throw unreadable(text, 0);
  while (token.lastIndex < text.length) {
    const at = token.lastIndex;
    const [, name, index, quoted] = token.exec(text) ?? [];
    if (name !== undefined) steps.push(name);
    else if (index !== undefined) steps.push(Number(index));
    else if (quoted !== undefined) steps.push(unquote(quoted, text, at));
    else throw unreadable(text, at);
  }
  return steps;
}

/** The value at a path. Only what the JSON text has counts: `__proto__` and `length` are names like others. */
export function findByPath(root: unknown, path: readonly JsonPathStep[]): JsonAt {
  let value = root;
  for (const step of path) {
    if (typeof step === "number") {
      if (!Array.isArray(value)) return { found: false };
      const index = step < 0 ? value.length + step : step;
      if (index < 0 || index >= value.length) return { found: false };
      value = value[index];
    } else {
      if (!isObject(value) || !Object.hasOwn(value, step)) return { found: false };
      value = value[step];
    }
  }
  return { found: true, value };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A quoted name is a JSON string, but for the kind of quotes (RFC 9535 section 2.3.1.1). */
function unquote(quoted: string, text: string, at: number): string {
  const inner = quoted.slice(1, -1);
  const json = quoted.startsWith("'")
    ? inner.replace(/\\.|"/gs, (part) => (part === '"' ? '\\"' : part === "\\'" ? "'" : part))
    : inner;
  try {
    return String(JSON.parse(`"${json}"`));
  } catch {
    throw unreadable(text, at); // an escape that JSON has not, or a bare control character
  }
}

function unreadable(text: string, at: number): InvalidRule {
  const rest = JSON.stringify(text.slice(at, at + 30));
  return new InvalidRule(
    "body",
    `jsonPath: ${rest} at character ${at + 1} is not understood; write a path such as $.a.b[0] or $['x']`,
  );
}
