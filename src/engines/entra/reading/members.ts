import type { GraphRequest } from "#engines/graph";
import type { Part, Principal } from "../tenant.ts";
import type { Ask } from "./ask.ts";
import { notUnderstood, partOf } from "./part.ts";
import { principalOf } from "./principals.ts";

/** Principals by what they were asked of. */
export type Members = Part<{ readonly of: ReadonlyMap<string, readonly Principal[]> }>;

/** Reads lists of principals: members of groups, owners of applications. Of what is not there any more there are none. */
export async function readMembers(
  ask: Ask,
  what: string,
  ids: Iterable<string>,
  requestsOf: (id: string) => readonly GraphRequest[],
): Promise<Members> {
  const asked = [...new Set(ids)].map((id) => ({ id, requests: requestsOf(id) }));
  const reads = await ask(
    what,
    asked.flatMap(({ requests }) => requests),
  );
  const of = new Map<string, Principal[]>();
  for (const { id, requests } of asked) {
    const known = new Map<string, Principal>();
    for (const request of requests) {
      const part = partOf(reads, request, principals(request.name), {
        kind: "read",
        items: [],
      });
      if (part.kind === "refused") return part;
      for (const one of part.items) known.set(one.id, one);
    }
    of.set(id, [...known.values()]);
  }
  return { kind: "read", of };
}

const principals =
  (what: string) =>
  (sent: readonly unknown[]): Part<{ readonly items: readonly Principal[] }> => {
    const items = sent.map(principalOf);
    return items.every((one) => one !== null) ? { kind: "read", items } : notUnderstood(what);
  };
