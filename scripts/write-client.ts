/** The part of JSON Schema that our OpenAPI documents use. */
interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  patternProperties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  description?: string;
}

interface Operation {
  operationId: string;
  summary?: string;
  parameters?: readonly { in: string; name: string; required?: boolean; schema: Schema }[];
  requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
  responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: Schema }>> }>>;
}

interface Document {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components?: { schemas?: Readonly<Record<string, Schema>> };
}

/**
 * Writes TypeScript from an OpenAPI document: a type for each named schema, and for each operation what it takes and
 * answers, with its method and path. The library for this wants a TypeScript that is older than ours.
 *
 * @param text the document, as JSON.
 */
export function writeClient(text: string): string {
  const document: Document = JSON.parse(text);
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    .toSorted((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
  const types = operations.map(({ operation }) => {
    const { operationId, summary = "" } = operation;
    return `  /** ${summary} */\n  ${operationId}: ${signatureOf(operation)};`;
  });
  const routes = operations.map(
    ({ path, method, operation }) =>
      `  ${operation.operationId}: ["${method.toUpperCase()}", "${path}"],`,
  );
  return [
    "// Written by scripts/write-openapi.ts from openapi/console.json; never edited.",
    "",
    ...schemas,
    "",
    "/** What each operation takes and answers. */",
    "export interface Operations {",
    ...types,
    "}",
    "",
    "/** Method and path of each operation. */",
    "export const operations = {",
    ...routes,
    "} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>;",
    "",
  ].join("\n");
}

function signatureOf({ parameters = [], requestBody, responses }: Operation): string {
  const parts = (["path", "query"] as const).flatMap((place) => {
    const fields = parameters.filter((parameter) => parameter.in === place);
    if (fields.length === 0) return [];
    const members = fields.map(({ name, required = false, schema }) =>
      member(name, required, schema),
    );
    const needed = fields.some(({ required }) => required === true);
    return [`${place}${needed ? "" : "?"}: { ${members.join(" ")} };`];
  });
  const body = requestBody?.content["application/json"]?.schema;
  if (body !== undefined) parts.push(`body: ${typeOf(body)};`);
  const good = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  const reply = Object.values(good?.content ?? {})[0]?.schema;
  parts.push(`reply: ${reply === undefined ? "undefined" : typeOf(reply)};`);
  return `{ ${parts.join(" ")} }`;
}

function member(name: string, required: boolean, schema: Schema): string {
  const comment = schema.description === undefined ? "" : `/** ${oneLine(schema.description)} */ `;
  const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
  return `${comment}${key}${required ? "" : "?"}: ${typeOf(schema)}${required ? "" : " | undefined"};`;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll("*/", "*\\/");
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
  if (schema.enum !== undefined) return unionOf(schema.enum.map((value) => JSON.stringify(value)));
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return unionOf(schema.anyOf.map(typeOf));
  if (schema.allOf !== undefined) return schema.allOf.map(typeOf).join(" & ");
  const types = [schema.type ?? "unknown"].flat();
  return unionOf(types.map((type) => typeNamed(type, schema)));
}

function typeNamed(type: string, schema: Schema): string {
  switch (type) {
    case "string":
    case "boolean":
    case "null":
      return type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return schema.items === undefined ? "unknown[]" : `(${typeOf(schema.items)})[]`;
    case "object":
      return objectOf(schema);
    default:
      return "unknown";
  }
}

function objectOf({ properties, patternProperties, additionalProperties, required = [] }: Schema) {
  if (properties === undefined || Object.keys(properties).length === 0) {
    const values =
      Object.values(patternProperties ?? {})[0] ??
      (typeof additionalProperties === "object" ? additionalProperties : undefined);
    return `Record<string, ${values === undefined ? "unknown" : typeOf(values)}>`;
  }
  const members = Object.entries(properties).map(([name, schema]) =>
    member(name, required.includes(name), schema),
  );
  return `{ ${members.join(" ")} }`;
}

function unionOf(types: readonly string[]): string {
  return [...new Set(types)].join(" | ");
}
