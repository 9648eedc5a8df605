import type { Account, DirectoryObject, Domain, Group } from "#engines/active-directory";
import type { Target, TargetType } from "#engines/directory-types";
import { printableLine, shortened } from "#lib/printable";

/** `Target` has room for so much. */
const longestName = 300;
const longestPath = 1000;
const longestHost = 255;

/** A user or service account as a `user`, a computer as a `computer` with its host name. */
export function targetOfAccount(account: Account): Target {
  if (account.kind !== "computer") return targetOf("user", account);
  const host = account.hostName === null ? "" : printableLine(account.hostName).trim();
  return {
    ...targetOf("computer", account),
    host: host === "" ? null : shortened(host.toLowerCase(), longestHost),
  };
}

/** A group. */
export function targetOfGroup(group: Group): Target {
  return targetOf("group", group);
}

/** The domain itself: of what is set for all, or can only be said of the whole. */
export function targetOfDomain(domain: Domain): Target {
  return targetOf("domain", { ...domain, name: domain.dnsName });
}

/** Any other object, by the word for its kind. */
export function targetOf(
  type: TargetType,
  { id, name, dn }: Pick<DirectoryObject, "id" | "name" | "dn">,
): Target {
  const shownName = shortened(printableLine(name).trim(), longestName);
  const shownPath = shortened(printableLine(dn), longestPath);
  return {
    type,
    id,
    name: shownName === "" ? id : shownName,
    path: shownPath === "" ? null : shownPath,
    host: null,
  };
}
