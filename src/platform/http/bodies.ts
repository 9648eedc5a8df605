import { TextDecoder } from "node:util";
import type { FastifyInstance, FastifySchemaCompiler } from "fastify";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import type { TLocalizedValidationError } from "typebox/error";
import { Problem, type ProblemDetail } from "#platform/errors";

/** Largest body in bytes that a public service reads. */
export const maxBodyBytes = 1_048_576;

/** More are not told: one body can be wrong in many places. */
const maxDetails = 20;

/** No body has so many; telling which of a hundred thousand are wrong would take a tenth of a second. */
const maxFields = 1000;

/**
 * Reads JSON and nothing else: valid UTF-8, no key that would reach an object's prototype, no text that could not be kept as it
 * is. No body at all is `undefined`, whatever the content type says, since clients send one with an empty body, too.
 */
export function acceptJsonOnly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/json",
    { parseAs: "buffer", bodyLimit: maxBodyBytes },
    (request, body: Buffer, done) => {
      if (body.length === 0) return done(null, undefined);
      let text: string;
      try {
        text = decoder.decode(body);
      } catch (cause) {
        return done(new Problem("invalid_request", "The body is not valid UTF-8.", { cause }));
      }
      // It answers by the callback alone.
      void parse(request, text, (error, value: unknown) => {
        if (error !== null) return done(error);
        const place = text.includes(String.raw`\u`) ? findUnkeepable(value) : null;
        if (place === null) return done(null, value);
        const path = shortened(place);
        const message = "must not have the character 0, or half a character";
        done(
          new Problem("invalid_request", `The body cannot be used: ${path || "it"} ${message}.`, {
            details: [{ path, message }],
          }),
        );
      });
    },
  );
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: maxBodyBytes },
    (_request, body: Buffer, done) => {
      if (body.length === 0) return done(null, undefined);
      done(
        new Problem(
          "invalid_request",
          "The body must be JSON, sent with Content-Type: application/json.",
        ),
      );
    },
  );
}

/**
 * A pointer to a text or a key that has the character 0 or half a surrogate pair: PostgreSQL keeps neither in texts and JSON. In
 * valid UTF-8 both can only be written as `\u0000` and `\ud800`. `null`: there is none. Without recursion, since a body may be
 * nested as deeply as it is long.
 */
function findUnkeepable(body: unknown): string | null {
  const left: { value: unknown; path: string }[] = [{ value: body, path: "" }];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const { value, path } = one;
    if (typeof value === "string" && !isKeepable(value)) return path;
    if (typeof value !== "object" || value === null) continue;
    for (const [name, inner] of Object.entries(value)) {
      if (!isKeepable(name)) return path;
      left.push({ value: inner, path: `${path}/${escapedKey(name)}` });
    }
  }
  return null;
}

function isKeepable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}

/**
 * Checks bodies against the route's schema as they are: nothing is coerced, dropped or filled in. Schemas of query and
 * path describe only: those are strings, and read by the route itself.
 */
export const checkBodies: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart !== "body") return (value: unknown) => ({ value });
  const compiled = Compile(schema);
  return (value: unknown) => {
    if (isObject(value) && Object.keys(value).length > maxFields) {
      return {
        error: new Problem("invalid_request", `The body has more than ${maxFields} fields.`),
      };
    }
    if (compiled.Check(value)) return { value };
    const details = compiled.Errors(value).flatMap(bodyDetails).slice(0, maxDetails);
    const places = details.map(({ path, message }) => `${path || "it"} ${message}`);
    return {
      error: new Problem("invalid_request", `The body cannot be used: ${places.join("; ")}.`, {
        details,
      }),
    };
  };
};

const unknownField = "is not a field that can be set here";

function bodyDetails(error: TLocalizedValidationError): ProblemDetail[] {
  // An unknown field is told twice, by itself and as one of all.
  if (error.keyword === "additionalProperties") return [];
  const path = shortened(error.instancePath);
  return [{ path, message: error.keyword === "boolean" ? unknownField : error.message }];
}

/** A pointer may repeat a key as long as the whole body. */
function shortened(pointer: string): string {
  return pointer.length > 200 ? `${pointer.slice(0, 200)}…` : pointer;
}

/**
 * For routes that take no body: an empty object is as good as none.
 *
 * @throws Problem `invalid_request` that names what was sent.
 */
export function expectNoBody(body: unknown): void {
  if (body === undefined || body === null) return;
  const names = isObject(body) ? Object.keys(body).slice(0, maxDetails) : [];
  if (isObject(body) && names.length === 0) return;
  throw new Problem("invalid_request", "This address takes no body.", {
    details: names.map((name) => ({
      path: shortened(`/${escapedKey(name)}`),
      message: unknownField,
    })),
  });
}

/** RFC 6901 section 3. */
function escapedKey(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
