import { emergencyIs } from "../emergency.ts";
import { synchronisationAccounts } from "../privileged-roles.ts";
import type { AccessPolicy, EntraTenant, Items } from "../tenant.ts";
import { type Excluded, type Subject, type Wanted, covers } from "./covers.ts";

/** How far the policies of a tenant do what is wanted. */
export type Coverage =
  | { readonly kind: "full" }
  /** One does but for some, of whom no other policy takes care. */
  | {
      readonly kind: "partial";
      readonly policy: AccessPolicy;
      readonly except: readonly Excluded[];
    }
  /** None does; those that miss it by one thing, and by what. */
  | {
      readonly kind: "none";
      readonly nearly: readonly { readonly policy: AccessPolicy; readonly because: string }[];
    }
  /** It cannot be said; `needs`: what it takes, null: something was sent that is not understood. */
  | { readonly kind: "unknown"; readonly needs: string | null };

/** How far policies do what is wanted: the best of them counts. Accounts for emergencies may be left out. */
export function coverageOf(
  tenant: EntraTenant,
  { items, unread }: Items<AccessPolicy>,
  wanted: Wanted,
): Coverage {
  let isUnknown = unread.length > 0;
  let needs: string | null = null;
  let best: { policy: AccessPolicy; except: Excluded[] } | null = null;
  const nearly: { policy: AccessPolicy; because: string }[] = [];
  for (const policy of items) {
    const answer = covers(policy, wanted);
    if (answer.kind === "unknown") isUnknown = true;
    if (answer.kind === "misses" && answer.because.length === 1) {
      nearly.push({ policy, because: answer.because[0] ?? "" });
    }
    if (answer.kind !== "covers") continue;
    const except: Excluded[] = [];
    let open = false;
    for (const one of answer.except) {
      const standing = standingOf(tenant, one);
      if (standing === "fine" || isCoveredElsewhere(tenant, items, wanted, one)) continue;
      if (standing === "exception") except.push(one);
      else {
        open = true;
        needs ??= standing.needs;
      }
    }
    if (except.length === 0 && !open) return { kind: "full" };
    if (except.length === 0) isUnknown = true;
    else if (best === null || except.length < best.except.length) best = { policy, except };
  }
  if (isUnknown) return { kind: "unknown", needs };
  if (best !== null) return { kind: "partial", ...best };
  // The most telling first: what would do if it were only switched on.
  const isOff = ({ policy }: (typeof nearly)[number]) => policy.state !== "enabled";
  const others = nearly.filter((one) => !isOff(one));
  return { kind: "none", nearly: [...nearly.filter(isOff), ...others] };
}

/** Whether a policy may leave something out without a loss. */
function standingOf(
  tenant: EntraTenant,
  { kind, id }: Excluded,
): "fine" | "exception" | { readonly needs: string } {
  if (kind === "role") return id === synchronisationAccounts ? "fine" : "exception";
  if (kind === "user") {
    if (isDeleted(tenant, id)) return "fine";
    return fromEmergency(tenant, emergencyIs(tenant, { id, name: null }));
  }
  if (kind !== "group") return "exception";
  if (isDeleted(tenant, id)) return "fine";
  const { excludedMembers } = tenant;
  if (excludedMembers.kind === "refused") return { needs: excludedMembers.needs };
  const people = (excludedMembers.of.get(id) ?? []).filter(({ type }) => type === "user");
  const answers = people.map((one) => emergencyIs(tenant, one));
  if (answers.includes(false)) return "exception";
  return fromEmergency(tenant, answers.includes(null) ? null : true);
}

function fromEmergency({ emergencyAccounts }: EntraTenant, is: boolean | null) {
  if (is === null && emergencyAccounts.kind === "refused")
    return { needs: emergencyAccounts.needs };
  return is === true ? "fine" : "exception";
}

/** What is left out and does not exist any more leaves nobody out. */
function isDeleted({ namedByPolicies: named }: EntraTenant, id: string): boolean {
  if (named.kind === "refused" || named.unread.includes(id)) return false;
  return !named.items.some((one) => one.id === id);
}

/** Whether another policy does what is wanted of exactly what one leaves out, which that one itself cannot. */
function isCoveredElsewhere(
  tenant: EntraTenant,
  policies: readonly AccessPolicy[],
  wanted: Wanted,
  { kind, id }: Excluded,
): boolean {
  const subject: Subject =
    kind === "app" ? wanted.subject : kind === "guests" ? { kind } : { kind, id };
  const narrower: Wanted = { ...wanted, subject, ...(kind === "app" ? { app: id } : {}) };
  return policies.some((other) => {
    const answer = covers(other, narrower);
    return (
      answer.kind === "covers" && answer.except.every((one) => standingOf(tenant, one) === "fine")
    );
  });
}
