import Type from "typebox";
import { parseCidr } from "#lib/cidr";
import { findRepeats } from "./find-violations.ts";
import type { Path, Violation } from "./source.ts";

/** What everything that is declared is called by. */
export const nameSchema = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: "^\\S(.*\\S)?$",
  description: "one line of text that neither begins nor ends with a space",
});

/** Networks and addresses; which ones exist, a schema cannot say: `findNetworkFaults` does. */
export const networksSchema = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 1000,
});

/** Which addresses a remote part may ask. */
export const targetListsSchema = Type.Object(
  { allow: Type.Optional(networksSchema), deny: Type.Optional(networksSchema) },
  { additionalProperties: false },
);

/** Entries that are no networks, or stand in the list twice. What is no list, or no text in it, is the schema's business. */
export function findNetworkFaults(networks: unknown, path: Path): Violation[] {
  if (!Array.isArray(networks)) return [];
  const message = "must be an address or a network such as 10.0.0.0/8 or fd00::/8";
  const wrong = networks.flatMap((network: unknown, i): Violation[] => {
    if (typeof network !== "string" || network === "") return [];
    const isNetwork = parseCidr(network) !== null && network === network.trim();
    return isNetwork ? [] : [{ path: [...path, i], message }];
  });
  return [...wrong, ...findRepeats(networks, path)];
}
