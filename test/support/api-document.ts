import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Compile } from "typebox/schema";

/** One operation of an OpenAPI document, as far as tests look at it. */
export interface Operation {
  operationId: string;
  method: string;
  /** With parameters in braces. */
  path: string;
  parameters: readonly { in: string; name: string; schema: object }[];
  /** Of a JSON body; undefined when it takes none. */
  body: object | undefined;
  statuses: readonly number[];
  /** Of the console: what a caller's role must allow, and whether viewers of some companies are refused. */
  needs: string | undefined;
  refusesLimitedViewers: boolean;
}

/** The committed description of a service. */
export interface ApiDocument {
  operations: readonly Operation[];
  /** Fails unless the operation may answer so: a described status, a body as described, and no field beyond. */
  assertReply(method: string, path: string, status: number, body: string): void;
}

interface Json {
  readonly [name: string]: Json;
}

/** @param name `monitor.v1`, `exposure.v1` or `console`. */
export async function readApiDocument(name: string): Promise<ApiDocument> {
  const file = new URL(`../../openapi/${name}.json`, import.meta.url);
  const document: Json = JSON.parse(await readFile(file, "utf8"));
  const closed = closeObjects(document);
  const checks = new Map<string, ReturnType<typeof Compile>>();

  function replySchema(method: string, path: string, status: number): Json {
    const reply = document["paths"]?.[path]?.[method.toLowerCase()]?.["responses"]?.[status];
    assert.ok(reply, `${method} ${path} describes no ${status}`);
    const shared =
      String(reply["$ref"] ?? "")
        .split("/")
        .at(-1) ?? "";
    const found = "$ref" in reply ? document["components"]?.["responses"]?.[shared] : reply;
    const schema = found?.["content"]?.["application/json"]?.["schema"];
    assert.ok(schema, `${method} ${path} ${status} describes no body`);
    return schema;
  }

  return {
    operations: operationsOf(document),
    assertReply(method, path, status, body) {
      const schema = replySchema(method, path, status);
      const key = JSON.stringify(schema);
      const check = checks.get(key) ?? Compile({ ...closed, ...closeObjects(schema) });
      checks.set(key, check);
      const value: unknown = JSON.parse(body);
      const [good, errors] = check.Errors(value);
      assert.ok(
        good,
        `${method} ${path} ${status}: ${JSON.stringify(errors)} in ${body.slice(0, 500)}`,
      );
    },
  };
}

function operationsOf(document: Json): Operation[] {
  return Object.entries(document["paths"] ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operationId: String(operation["operationId"]),
      method: method.toUpperCase(),
      path,
      parameters: Object.values(operation["parameters"] ?? {}).map((parameter) => ({
        in: String(parameter["in"]),
        name: String(parameter["name"]),
        schema: parameter["schema"] ?? {},
      })),
      body: resolved(
        document,
        operation["requestBody"]?.["content"]?.["application/json"]?.["schema"],
      ),
      statuses: Object.keys(operation["responses"] ?? {}).map(Number),
      needs: operation["x-needs"] === undefined ? undefined : String(operation["x-needs"]),
      refusesLimitedViewers: String(operation["x-limited-viewers"]) === "false",
    })),
  );
}

/** What a schema refers to, in its place. */
function resolved(document: Json, schema: Json | undefined): Json | undefined {
  if (schema === undefined) return undefined;
  const text = JSON.stringify(schema, (_name, value: unknown) => {
    const reference =
      typeof value === "object" && value !== null && "$ref" in value ? String(value.$ref) : null;
    const name = reference?.split("/").at(-1);
    return name === undefined ? value : (document["components"]?.["schemas"]?.[name] ?? {});
  });
  return JSON.parse(text);
}

/** So that a field that nobody described does not slip out. */
function closeObjects(schema: Json): Json {
  const text = JSON.stringify(schema, (_name, value: unknown) =>
    typeof value === "object" && value !== null && "type" in value && "properties" in value
      ? { ...value, additionalProperties: false }
      : value,
  );
  return JSON.parse(text);
}
