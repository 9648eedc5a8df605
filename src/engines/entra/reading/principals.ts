import type { Fields, Principal } from "../tenant.ts";
import { idOf } from "./part.ts";
import { isFields, nameOf } from "./words.ts";

const types: ReadonlyMap<string, Principal["type"]> = new Map([
  ["#microsoft.graph.user", "user"],
  ["#microsoft.graph.group", "group"],
  ["#microsoft.graph.servicePrincipal", "service_principal"],
]);

/** A directory object as members, owners and principals are sent; null: it has no id, or does not say what it is. */
export function principalOf(sent: unknown): Principal | null {
  if (!isFields(sent)) return null;
  const id = idOf(sent);
  const type = sent["@odata.type"];
  if (id === null || typeof type !== "string") return null;
  return { id, type: types.get(type) ?? "other", name: nameOfPrincipal(sent) };
}

/** Of people their sign-in name, which is the only one of its kind, before the one that is shown. */
export function nameOfPrincipal(fields: Fields): string | null {
  return nameOf(fields["userPrincipalName"], fields["displayName"]);
}
