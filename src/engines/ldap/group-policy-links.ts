import { type DnKey, dnKey } from "#engines/active-directory";

/** The link is switched off, MS-GPOL 2.2.2. */
const disabled = 1;

/** Keys of the group policies in a gPLink, `[LDAP://DN;OPTIONS]…`, that are not switched off, in its order. */
export function linkedGroupPolicies(links: string | null): DnKey[] {
  const keys: DnKey[] = [];
  for (const [, dn = "", options] of (links ?? "").matchAll(/\[LDAP:\/\/([^;\]]*);(\d{1,9})\]/gi)) {
    if ((Number(options) & disabled) === 0) keys.push(dnKey(dn));
  }
  return keys;
}
