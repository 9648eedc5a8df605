import Type, { type Static, type TProperties, type TSchema } from "typebox";
import { problemStatus } from "#platform/errors";

/** A field that is `null` when it is not applicable or not known. */
export function nullable<T extends TSchema & { type: string }>(
  schema: T,
): Type.TUnsafe<Static<T> | null> {
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, "null"] });
}

/** One of some words, or `null`. */
export function nullableWord<const T extends readonly string[]>(
  words: T,
  options: { description?: string } = {},
): Type.TUnsafe<T[number] | null> {
  return Type.Unsafe<T[number] | null>({
    type: ["string", "null"],
    enum: [...words, null],
    ...options,
  });
}

/** One of some words. */
export function word<const T extends readonly string[]>(
  words: T,
  options: { description?: string } = {},
): Type.TUnsafe<T[number]> {
  return Type.Unsafe<T[number]>({ type: "string", enum: [...words], ...options });
}

/** A time. */
export function time(description: string): TSchema & { type: string } & Type.TInteger {
  return Type.Integer({ description: `${description} Unix epoch milliseconds.` });
}

/**
 * A query parameter: what the description promises, typed as what really arrives. The route reads it strictly, see
 * `parsePage`.
 */
export function queryParameter(
  schema: TSchema,
): Type.TOptional<Type.TUnsafe<string | readonly string[]>> {
  return Type.Optional(Type.Unsafe<string | readonly string[]>(schema));
}

/** A query parameter of text. */
export function textParameter(description: string): ReturnType<typeof queryParameter> {
  return queryParameter(Type.String({ description }));
}

/** A schema under a name of its own in the description. */
export type NamedSchema = TSchema & { $id: string };

/** Names an object's schema; the route refers to it with {@link refTo}. */
export function named<P extends TProperties>(
  name: string,
  properties: P,
  options: { description?: string } = {},
): Type.TObject<P> & { $id: string } {
  return Object.assign(Type.Object(properties, options), { $id: name });
}

/** Refers to a named schema, and keeps its type. */
export function refTo<T extends NamedSchema>(schema: T): Type.TUnsafe<Static<T>> {
  return Type.Unsafe<Static<T>>({ $ref: `${schema.$id}#` });
}

/** The body of every reply that is not a success. */
export const ErrorSchema = named(
  "Error",
  {
    error: Type.String({ description: "A sentence that a person can act on." }),
    code: word(Object.keys(problemStatus), { description: "From a closed list that only grows." }),
    requestId: Type.String({ description: "The same as the header X-Request-Id." }),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({
            description: "JSON pointer into the body, or the name of a query parameter.",
          }),
          message: Type.String(),
        }),
      ),
    ),
  },
  { description: "What went wrong." },
);

/** The fields around the items of every list. */
export const envelope = {
  count: Type.Integer({ description: "Items in this reply." }),
  limit: Type.Integer({
    description: "The page size in force; for a whole list, the number of items in this reply.",
  }),
  offset: Type.Integer({ description: "Items that were skipped." }),
  hasMore: Type.Boolean({ description: "Whether items follow this page." }),
  total: Type.Integer({ description: "All items that match." }),
};
