import { type Document, type Node, isAlias, isMap, isScalar, isSeq } from "yaml";
import { isLines, isOneLine } from "#lib/printable";
import type { AliasTargets } from "./alias-targets.ts";
import type { Path, Violation } from "./source.ts";
import { type Environment, substitute } from "./substitute.ts";

/** Bounds on what one document may unfold to, so that aliases of aliases cannot fill the memory. */
const maxValues = 4_000_000;
const maxCharacters = 64 * 1024 * 1024;
export const maxDepth = 40;

/** Names and addresses end up on terminals and in logs: text of many lines may stand under these keys alone. */
const multiLineKeys: ReadonlySet<unknown> = new Set([
  "body",
  "bodyMatch",
  "bodyNotMatch",
  "banner",
  "ca",
  "equals",
]);

/**
 * Turns a parsed YAML document into plain values, with the environment put in. What has no plain value is a violation
 * and `undefined`.
 */
export function plainValue(
  document: Document.Parsed,
  aliases: AliasTargets,
  env: Environment,
): { value: unknown; violations: Violation[] } {
  const violations: Violation[] = [];
  let values = 0;
  let characters = 0;
  let exhausted = false;

  function fail(path: Path, message: string, key = false): undefined {
    violations.push({ path, message, key });
    return undefined;
  }

  function read(node: Node | null | undefined, path: Path): unknown {
    if (exhausted) return undefined;
    if (++values > maxValues || characters > maxCharacters || path.length > maxDepth) {
      exhausted = true;
      const bound = path.length > maxDepth ? `nested deeper than ${maxDepth} levels` : "too large";
      return fail(
        path.slice(0, maxDepth),
        `the document is ${bound} once its aliases are followed`,
      );
    }
    if (node === null || node === undefined) return null;
    if (isAlias(node)) {
      const anchored = aliases.get(node);
      return anchored === undefined
        ? fail(path, `there is no anchor &${node.source} above`)
        : read(anchored, path);
    }
    if (isScalar(node)) return readScalar(node.value, path);
    if (isSeq<Node | null>(node)) return node.items.map((item, i) => read(item, [...path, i]));
    if (!isMap<Node, Node | null>(node)) return fail(path, "must be text, a list or a mapping");
    const entries = new Map<string, unknown>();
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? key.value : undefined;
      if (typeof name !== "string") fail(path, "every key must be text; put it in quotes");
      else if (name === "__proto__") fail([...path, name], "is not a key", true);
      else if (entries.has(name)) fail([...path, name], "stands here twice", true);
      else entries.set(name, read(value, [...path, name]));
    }
    return Object.fromEntries(entries);
  }

  function readScalar(value: unknown, path: Path): unknown {
    if (value === null || typeof value === "boolean") return value;
    if (typeof value === "number") {
      // PostgreSQL keeps no negative zero: it would differ from itself the next time.
      return Number.isFinite(value) ? value + 0 : fail(path, "must be a finite number");
    }
    if (typeof value !== "string") return fail(path, "must be text, a number, true or false");
    const text = substitute(value, env, (message) => fail(path, message));
    characters += text.length;
    const fault = textFault(text, path);
    return fault === null ? text : fail(path, fault);
  }

  const value = read(document.contents, []);
  return { value, violations };
}

/** Why a text may not stand where it does, to go after its place; `null`: it may. */
export function textFault(text: string, path: Path): string | null {
  if (!text.isWellFormed()) return "must not hold half a surrogate pair";
  const fits = multiLineKeys.has(path.at(-1)) ? isLines(text) : isOneLine(text);
  return fits ? null : "must not hold control characters or line ends";
}
