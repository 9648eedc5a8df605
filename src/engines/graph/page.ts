import { pathOfLink } from "./base-url.ts";
import type { GraphRequest } from "./graph-request.ts";
import { isRecord } from "./record.ts";

/** Something that a delta query tells of. */
interface Change {
  readonly id: string;
  readonly item: Readonly<Record<string, unknown>>;
  readonly isRemoved: boolean;
}

/** What a body brought. */
export interface Page {
  readonly kind: "page";
  readonly items: readonly unknown[];
  /** Of a delta query, in place of the items. */
  readonly changes: readonly Change[];
  /** Where the next page is, path and query. */
  readonly next: string | null;
  /** Where later changes are, path and query. */
  readonly delta: string | null;
}

/** Why a body cannot be taken, as the rest of a sentence about the answer. */
interface WrongPage {
  readonly kind: "wrong";
  readonly why: string;
}

/** Reads the body of an answer that is said to be well. */
export function readPage(
  body: unknown,
  kind: GraphRequest["kind"],
  isDelta: boolean,
  base: URL,
): Page | WrongPage {
  if (!isRecord(body)) return wrong("is no JSON object");
  if (kind === "single") {
    return { kind: "page", items: [body], changes: [], next: null, delta: null };
  }
  const value = body["value"];
  if (!Array.isArray(value)) return wrong("has no list of values");
  const next = linkOf(body["@odata.nextLink"], base);
  const delta = linkOf(body["@odata.deltaLink"], base);
  if (next === undefined || delta === undefined) {
    return wrong("leads to another place, where we do not go");
  }
  if (!isDelta) return { kind: "page", items: value, changes: [], next, delta };
  const changes: Change[] = [];
  for (const item of value) {
    const id: unknown = isRecord(item) ? item["id"] : undefined;
    if (!isRecord(item) || typeof id !== "string") return wrong("has a changed item without an id");
    changes.push({ id, item, isRemoved: item["@removed"] !== undefined });
  }
  return { kind: "page", items: [], changes, next, delta };
}

/** `null`: there is none; `undefined`: one that must not be followed. */
function linkOf(link: unknown, base: URL): string | null | undefined {
  if (link === undefined || link === null) return null;
  return pathOfLink(link, base) ?? undefined;
}

function wrong(why: string): WrongPage {
  return { kind: "wrong", why };
}
