import { type Path, type Violation, isMapping } from "./source.ts";

/** The part of JSON Schema that TypeBox writes for our settings. */
interface Schema {
  type?: string;
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean;
  maxProperties?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  anyOf?: readonly Schema[];
  enum?: readonly unknown[];
  const?: unknown;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** What the pattern asks for, in words, to go after "must be". */
  description?: string;
}

/**
 * Lists everything in which a value differs from a TypeBox schema, in sentences that say what would be right and never
 * show the value: it may be a credential. `undefined` is a value that was refused before.
 */
export function findViolations(schema: object, value: unknown, path: Path): Violation[] {
  const violations: Violation[] = [];
  visit(schema, value, path, violations);
  return violations;
}

function visit(schema: Schema, value: unknown, path: Path, found: Violation[]): void {
  if (value === undefined) return;
  const fail = (message: string): void => void found.push({ path, message });
  const choices = choicesOf(schema);
  if (choices !== null) {
    if (!choices.includes(value)) fail(`must be ${oneOf(choices)}`);
    return;
  }
  if (schema.anyOf !== undefined) return visitUnion(schema.anyOf, value, path, found);
  switch (schema.type) {
    case "object":
      if (isMapping(value)) visitObject(schema, value, path, found);
      else fail("must be a mapping of keys to values");
      return;
    case "array":
      if (Array.isArray(value)) visitArray(schema, value, path, found);
      else fail("must be a list");
      return;
    case "string":
      if (typeof value !== "string") fail(`must be text${described(schema)}${quoteHint(value)}`);
      else visitString(schema, value, fail);
      return;
    case "integer":
    case "number":
      visitNumber(schema, value, fail);
      return;
    case "boolean":
      if (typeof value !== "boolean") fail("must be true or false");
      return;
    case "null":
      if (value !== null) fail("must be null");
      return;
    default:
      throw new Error(`a schema of type ${String(schema.type)} at ${JSON.stringify(path)}`);
  }
}

function visitObject(
  schema: Schema,
  value: Readonly<Record<string, unknown>>,
  path: Path,
  found: Violation[],
): void {
  const properties = schema.properties ?? {};
  const patterns = Object.entries(schema.patternProperties ?? {});
  for (const name of schema.required ?? []) {
    if (!Object.hasOwn(value, name)) found.push({ path, message: `${name} is missing` });
  }
  const keys = Object.entries(value);
  if (schema.maxProperties !== undefined && keys.length > schema.maxProperties) {
    found.push({ path, message: `must have at most ${schema.maxProperties} keys` });
  }
  for (const [name, inner] of keys) {
    const known = Object.hasOwn(properties, name)
      ? properties[name]
      : patterns.find(([pattern]) => new RegExp(pattern, "u").test(name))?.[1];
    if (known !== undefined) visit(known, inner, [...path, name], found);
    else found.push({ path: [...path, name], key: true, message: unknownKey(properties) });
  }
}

function unknownKey(properties: Readonly<Record<string, Schema>>): string {
  const names = Object.keys(properties);
  return names.length === 0
    ? "is not a name that can stand here"
    : `is an unknown key; known here are ${names.join(", ")}`;
}

function visitArray(
  schema: Schema,
  value: readonly unknown[],
  path: Path,
  found: Violation[],
): void {
  const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema;
  if (value.length < minItems) found.push({ path, message: `must list at least ${minItems}` });
  if (value.length > maxItems) found.push({ path, message: `must list at most ${maxItems}` });
  const { items } = schema;
  if (items !== undefined) value.forEach((item, i) => visit(items, item, [...path, i], found));
}

function visitString(schema: Schema, value: string, fail: (message: string) => void): void {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema;
  const length = [...value].length;
  if (length < minLength) {
    fail(length === 0 ? "must not be empty" : `must have at least ${minLength} characters`);
  } else if (length > maxLength) fail(`must have at most ${maxLength} characters`);
  else if (pattern !== undefined && !new RegExp(pattern, "u").test(value)) {
    fail(`must be ${schema.description ?? `text that matches ${pattern}`}`);
  }
}

function visitNumber(schema: Schema, value: unknown, fail: (message: string) => void): void {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const fits =
    typeof value === "number" &&
    Number.isFinite(value) && // YAML has .inf and .nan; JSON, in which settings are kept, has not.
    value >= minimum &&
    value <= maximum &&
    (schema.type === "number" || Number.isInteger(value));
  if (fits) return;
  const noun = schema.type === "integer" ? "a whole number" : "a number";
  if (Number.isFinite(minimum) && Number.isFinite(maximum)) {
    fail(`must be ${noun} from ${minimum} to ${maximum}`);
  } else if (Number.isFinite(minimum)) fail(`must be ${noun} of at least ${minimum}`);
  else if (Number.isFinite(maximum)) fail(`must be ${noun} of at most ${maximum}`);
  else fail(`must be ${noun}`);
}

/**
 * A value of a union of objects is held against the branch that has its constants (`version: 3`); of other unions, any
 * branch will do.
 */
function visitUnion(
  branches: readonly Schema[],
  value: unknown,
  path: Path,
  found: Violation[],
): void {
  const fitting = branches.filter((branch) => findViolations(branch, value, path).length === 0);
  if (fitting.length > 0) return;
  if (!branches.every((branch) => branch.type === "object")) {
    const types = branches.map((branch) => (branch.type === "string" ? "text" : branch.type));
    found.push({ path, message: `must be ${types.join(" or ")}` });
    return;
  }
  if (!isMapping(value)) {
    found.push({ path, message: "must be a mapping of keys to values" });
    return;
  }
  const telling = tellingKey(branches);
  const choices = branches.flatMap((branch) => choicesOf(branch.properties?.[telling] ?? {}) ?? []);
  if (!Object.hasOwn(value, telling)) {
    found.push({ path, message: `${telling} is missing: ${oneOf(choices)}` });
    return;
  }
  const chosen = branches.find((branch) =>
    choicesOf(branch.properties?.[telling] ?? {})?.includes(value[telling]),
  );
  if (chosen !== undefined) visit(chosen, value, path, found);
  else found.push({ path: [...path, telling], message: `must be ${oneOf(choices)}` });
}

/** The key whose constants differ in every branch. */
function tellingKey(branches: readonly Schema[]): string {
  const names = Object.keys(branches[0]?.properties ?? {});
  const name = names.find((candidate) =>
    branches.every((branch) => choicesOf(branch.properties?.[candidate] ?? {}) !== null),
  );
  if (name === undefined) throw new Error("a union of objects that no key tells apart");
  return name;
}

/** The constants of an enum, a literal or a union of literals; `null` for any other schema. */
function choicesOf(schema: Schema): readonly unknown[] | null {
  if (schema.enum !== undefined) return schema.enum;
  if (Object.hasOwn(schema, "const")) return [schema.const];
  if (schema.anyOf?.every((branch) => Object.hasOwn(branch, "const"))) {
    return schema.anyOf.map((branch) => branch.const);
  }
  return null;
}

function oneOf(choices: readonly unknown[]): string {
  const words = choices.map(String);
  const last = words.pop();
  return words.length === 0 ? String(last) : `${words.join(", ")} or ${last}`;
}

function described(schema: Schema): string {
  return schema.description === undefined ? "" : `: ${schema.description}`;
}

/** `name: 10` and `name: true` were meant as text more often than not. */
function quoteHint(value: unknown): string {
  return typeof value === "number" || typeof value === "boolean" ? "; put it in quotes" : "";
}

/** Entries of a list that stand in it twice. */
export function findRepeats(list: unknown, path: Path): Violation[] {
  if (!Array.isArray(list)) return [];
  const seen = new Set<unknown>();
  return list.flatMap((entry: unknown, i) => {
    if (seen.has(entry)) return [{ path: [...path, i], message: "stands in the list twice" }];
    seen.add(entry);
    return [];
  });
}
