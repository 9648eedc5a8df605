import type { ReplyCheck, TimedReply } from "./server-link.ts";

/** What the kind of a field is called. */
type KindOf<T> = T extends string
  ? "string"
  : T extends number
    ? "number"
    : T extends boolean
      ? "boolean"
      : T extends readonly unknown[]
        ? "array"
        : never;

/**
 * Recognises a reply by the kinds of its fields, all of which the compiler makes one name. For programs that must stay small: the
 * schema library takes 20 MB. What is in an array is for the caller to look at.
 */
export function replyCheck<T extends TimedReply>(kinds: {
  [K in keyof T]-?: KindOf<T[K]>;
}): ReplyCheck<T> {
  const expected = Object.entries(kinds);
  return {
    Check(value): value is T {
      if (typeof value !== "object" || value === null) return false;
      const fields = new Map<string, unknown>(Object.entries(value));
      return expected.every(([name, kind]) => kindOf(fields.get(name)) === kind);
    },
  };
}

function kindOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}
