import fc from "fast-check";
import { anyCharacter } from "#test/any-text";
import type { ApiDocument, Operation } from "#test/api-document";

/** What requests of any make are aimed at. */
export interface RequestAims {
  document: ApiDocument;
  /** Where the service is: `/monitor`. */
  base: string;
  /** Ids that exist, of the caller and of others. */
  ids: readonly string[];
  /** `Authorization` headers that are good; none where a session's cookie takes their place. */
  authorizations: readonly string[];
  /** Headers of every request. */
  headers?: Readonly<Record<string, string>>;
  /** What stands for a parameter of the path whatever the operation: the tenant. */
  path?: Readonly<Record<string, string>>;
}

/** One request; its body is undefined when it has none. */
export interface AnyRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  payload: string | undefined;
}

const text = fc.string({ unit: anyCharacter, maxLength: 60 });
const hostile = fc.constantFrom(
  "",
  "0",
  "-1",
  "1e309",
  "NaN",
  "null",
  "true",
  "../../..",
  "%00",
  "%zz",
  "%ff",
  "';--",
  "\u0000",
  "\ud800",
  "__proto__",
  "constructor",
  "x".repeat(5000),
);
const json = fc.jsonValue({ maxDepth: 3 });

/** Values that the schema allows, and such that it does not. */
function valueOf(schema: object): fc.Arbitrary<unknown> {
  if ("enum" in schema && Array.isArray(schema.enum))
    return fc.oneof(fc.constantFrom(...schema.enum), text);
  const type = "type" in schema ? schema.type : undefined;
  if (type === "integer")
    return fc.oneof(fc.integer({ min: -5, max: 100_000 }), fc.double(), hostile);
  if (type === "boolean") return fc.oneof(fc.boolean(), json);
  if (type === "string") return fc.oneof(text, hostile, json);
  if (type === "object" && "properties" in schema && typeof schema.properties === "object") {
    const properties = Object.entries(schema.properties ?? {}).map(([name, inner]) => [
      name,
      valueOf(Object(inner)),
    ]);
    const known = fc.record<Record<string, unknown>>(Object.fromEntries(properties), {
      requiredKeys: [],
    });
    const unknown = fc.dictionary(fc.oneof(text, hostile), json, { maxKeys: 3 });
    return fc.oneof(
      known,
      fc.tuple(known, unknown).map(([one, other]) => ({ ...one, ...other })),
      json,
    );
  }
  return json;
}

function encodeURIComponentSafely(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}

function queryOf(operation: Operation): fc.Arbitrary<string> {
  const names = operation.parameters.filter((parameter) => parameter.in === "query");
  const pair = fc.oneof(
    ...names.map(({ name, schema }) =>
      valueOf(schema).map(
        (value) =>
          `${name}=${encodeURIComponentSafely(typeof value === "string" ? value : JSON.stringify(value))}`,
      ),
    ),
    fc
      .tuple(text, text)
      .map(
        ([name, value]) => `${encodeURIComponentSafely(name)}=${encodeURIComponentSafely(value)}`,
      ),
    fc.constantFrom("limit", "limit=1&limit=2", "&&", "=", "%", "a[b]=c", "__proto__[x]=1"),
  );
  return fc
    .array(pair, { maxLength: 4 })
    .map((pairs) => (pairs.length === 0 ? "" : `?${pairs.join("&")}`));
}

function headersOf(authorizations: readonly string[]): fc.Arbitrary<Record<string, string>> {
  return fc.record(
    {
      authorization: fc.oneof(
        ...(authorizations.length === 0
          ? []
          : [{ weight: 10, arbitrary: fc.constantFrom(...authorizations) }]),
        fc.constantFrom("Bearer vdm_live_x", "Bearer vdx_live_x", "Basic x", "", "Bearer"),
      ),
      "content-type": fc.oneof(
        { weight: 3, arbitrary: fc.constant("application/json") },
        fc.constantFrom(
          "application/json; charset=utf-8",
          "text/plain",
          "x",
          "multipart/form-data",
        ),
      ),
      accept: fc.constantFrom("*/*", "text/html", "x"),
      "accept-encoding": fc.constantFrom("gzip", "br", "identity;q=0", "*", "x;q=9"),
      "if-none-match": fc.constantFrom("*", "x", 'W/"x"', ","),
      "x-request-id": fc.constantFrom("mine", "x".repeat(100), "<x>"),
      origin: fc.constantFrom("https://x.test", "null"),
      expect: fc.constantFrom("100-continue"),
    },
    { requiredKeys: ["authorization"] },
  );
}

const payload = (operation: Operation): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    fc.constant(undefined),
    valueOf(operation.body ?? {}).map((value) => JSON.stringify(value)),
    fc.constantFrom("", "{", "null", "[]", '{"__proto__":1}', "\ud800", `[${"[".repeat(5000)}`),
    text,
  );

const methods = fc.oneof(
  { weight: 6, arbitrary: fc.constant(null) },
  fc.constantFrom("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"),
);

/** Requests that a service takes, such that it does not, and everything between. */
export function anyRequest(aims: RequestAims): fc.Arbitrary<AnyRequest> {
  const { document, base, ids, authorizations, headers = {}, path = {} } = aims;
  const pathPart = fc.oneof(fc.constantFrom(...ids), text.map(encodeURIComponentSafely), hostile);
  const pathOf = (operation: Operation) =>
    pathPart.map((part) =>
      operation.path.replaceAll(
        /\{(\w+)\}/g,
        (_all, name: string) => path[name] ?? part.replaceAll(/[\s?#]/g, ""),
      ),
    );
  return fc.constantFrom(...document.operations).chain((operation) =>
    fc.record({
      method: methods.map((other) => other ?? operation.method),
      url: fc
        .tuple(pathOf(operation), queryOf(operation))
        .map(([path, query]) => base + path + query),
      headers: headersOf(authorizations).map((own) => ({ ...own, ...headers })),
      payload: payload(operation),
    }),
  );
}
