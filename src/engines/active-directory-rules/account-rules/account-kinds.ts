import { type Account, type Domain, ridOf, rids, sidIn } from "#engines/active-directory";
import { daysSince } from "#engines/rule-words";
import { type Told, allOf, hasFlag, isEnabled } from "../account-flags.ts";

/** A user account that people or services sign in with: no computer, managed account, or other domain's trust. */
function isUser(account: Account): Told {
  if (account.kind !== "user") return false;
  const trust = hasFlag(account, "interdomainTrust");
  return trust === "unread" ? trust : !trust;
}

/** Likewise, and enabled. */
export function isEnabledUser(account: Account): Told {
  return allOf(isUser(account), isEnabled(account));
}

/** RID 500, whatever it is called. */
export function isBuiltInAdministrator({ sid }: Account, domain: Domain): boolean {
  return sid === sidIn(domain, rids.administrator);
}

/** RID 501. */
export function isGuest({ sid }: Account, domain: Domain): boolean {
  return sid === sidIn(domain, rids.guest);
}

/** The keys of Kerberos: krbtgt, and those of read-only domain controllers and of Entra, `krbtgt_…`. */
export function isKrbtgt({ sid, name }: Account): boolean {
  return ridOf(sid) === rids.krbtgt || /^krbtgt_/i.test(name);
}

/** The key of Entra's seamless single sign-on: nobody signs in with it, no computer stands behind it. */
export function isSeamlessSso({ kind, name }: Account): boolean {
  return kind === "computer" && name.toUpperCase().replace(/\$$/, "") === "AZUREADSSOACC";
}

/**
 * The controller that Entra Kerberos is to the domain: read-only by its group, and there is no machine. Its key is Entra's to
 * change, and it never signs in.
 */
export function isEntraKerberos({ kind, name }: Account): boolean {
  return kind === "computer" && name.toUpperCase().replace(/\$$/, "") === "AZUREADKERBEROS";
}

/** The name or the host of a failover cluster: it stands for machines, and has no local administrator. */
export function isClusterName({ servicePrincipalNames }: Account): boolean {
  return servicePrincipalNames.some((name) => /^MSClusterVirtualServer\//i.test(name));
}

/** Whole days since its password was set; null: it was never set, or is to be changed at the next sign-in. */
export function passwordAgeDays({ passwordSetAt }: Account, now: number): number | null | "unread" {
  if (passwordSetAt === undefined) return "unread";
  return passwordSetAt === null ? null : daysSince(passwordSetAt, now);
}

/** The last time that it was surely of use: it signed in, its password was set, it was made. Null: nothing of it is known. */
export function lastInUseAt({
  lastSignInAt,
  passwordSetAt,
  createdAt,
}: Pick<Account, "lastSignInAt" | "passwordSetAt" | "createdAt">): number | null {
  const known = [lastSignInAt, passwordSetAt, createdAt].filter((at) => typeof at === "number");
  return known.length === 0 ? null : Math.max(...known);
}
