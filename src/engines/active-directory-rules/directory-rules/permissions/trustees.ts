import {
  type Account,
  type Domain,
  type Group,
  type Sid,
  isForEverybody,
  privilegesOf,
  sids,
} from "#engines/active-directory";
import type { Target } from "#engines/directory-types";
import { printableLine, shortened } from "#lib/printable";
import { counted } from "#engines/rule-words";
import { targetOf, targetOfAccount, targetOfGroup } from "../../targets.ts";
import type { Control } from "./rights.ts";

/** Sentences that a finding has room for. */
export const mostSentences = 20;
const longestName = 100;
const longestSentence = 500;

/** Those that stand for themselves, as they stand in sentences. */
const wellKnown = new Map<Sid, string>([
  [sids.everyone, "Everyone"],
  [sids.anonymous, "Anonymous (who has not signed in)"],
  [sids.authenticatedUsers, "Authenticated Users (everybody who signs in)"],
  [sids.interactive, "Interactive (everybody who signs in at a keyboard)"],
  [sids.network, "Network (everybody who signs in over the network)"],
  [sids.thisOrganization, "This Organization (everybody who signs in)"],
]);

const holdersBySid = new WeakMap<Domain, Map<Sid, Account | Group>>();

/** The account or group that a SID belongs to; undefined: none of this domain's. */
export function holderOf(domain: Domain, sid: Sid): Account | Group | undefined {
  let holders = holdersBySid.get(domain);
  if (holders === undefined) {
    holders = new Map([...domain.accounts, ...domain.groups].map((one) => [one.sid, one]));
    holdersBySid.set(domain, holders);
  }
  return holders.get(sid);
}

/** Who has rights, as the target of a finding; who is no account or group of this domain keeps nothing but the SID. */
export function targetOfTrustee(domain: Domain, sid: Sid): Target {
  const holder = holderOf(domain, sid);
  if (holder === undefined) {
    const id = sid === "" ? "unknown" : sid;
    return targetOf("principal", { id, name: wellKnown.get(sid) ?? id, dn: "" });
  }
  return "groupType" in holder ? targetOfGroup(holder) : targetOfAccount(holder);
}

/** Who it is, to begin a sentence with: `The group Helpdesk (12 accounts)`, `The user bob`. */
function trusteeInWords(domain: Domain, sid: Sid): string {
  const known = wellKnown.get(sid);
  if (known !== undefined) return known;
  const holder = holderOf(domain, sid);
  if (holder === undefined) return `Somebody of another domain, or deleted (${sid})`;
  const name = shortened(printableLine(holder.name), longestName);
  if ("groupType" in holder) return `The group ${name} (${membersInWords(domain, holder)})`;
  return `The ${holder.kind === "computer" ? "computer" : "user"} ${name}`;
}

/**
 * What each may do, a sentence for each: everybody first, then the larger groups; who has no room is counted.
 *
 * @param room Sentences at most; absent: as many as a finding has room for.
 */
export function controlsInWords(
  domain: Domain,
  controls: readonly Control[],
  room = mostSentences,
): string[] {
  const sizes = new Map(controls.map(({ sid }) => [sid, sizeOf(domain, sid)]));
  const sorted = controls.toSorted((a, b) => (sizes.get(b.sid) ?? 0) - (sizes.get(a.sid) ?? 0));
  const sentences = sorted.map(({ sid, rights }) =>
    shortened(`${trusteeInWords(domain, sid)} ${listed(rights)}.`, longestSentence),
  );
  if (sentences.length <= room) return sentences;
  const shown = sentences.slice(0, room - 1);
  return [
    ...shown,
    `${sentences.length - shown.length} more in its access control list have such rights.`,
  ];
}

function membersInWords(domain: Domain, group: Group): string {
  const privileges = privilegesOf(domain);
  const accounts = privileges.membersOf(group.sid).length;
  const foreign = privileges.foreignMembersOf(group.sid).length;
  const parts = [
    privileges.isBroad(group.sid) ? "everybody" : null,
    accounts > 0 || foreign === 0 ? counted(accounts, "account") : null,
    foreign > 0 && !privileges.isBroad(group.sid) ? `${foreign} of elsewhere` : null,
    group.members === undefined ? "and who else was not read" : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

/** By how many it is, for sorting. */
function sizeOf(domain: Domain, sid: Sid): number {
  const privileges = privilegesOf(domain);
  if (isForEverybody(sid)) return Number.POSITIVE_INFINITY;
  if (privileges.isBroad(sid)) return Number.MAX_SAFE_INTEGER;
  const holder = holderOf(domain, sid);
  if (holder === undefined || !("groupType" in holder)) return 1;
  return privileges.membersOf(sid).length + privileges.foreignMembersOf(sid).length;
}

/** `a`, `a and b`, `a, b and c`. */
export function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join("");
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
