import type { Rule, RuleText, Target, Verdict } from "#engines/directory-types";
import { counted, evaluated, namedTogether, notEvaluated } from "#engines/rule-words";
import type { Excluded, Wanted } from "../conditional-access/covers.ts";
import { type Coverage, coverageOf } from "../conditional-access/coverage.ts";
import type { EntraTenant } from "../tenant.ts";
import { targetOfTenant, weakness } from "./verdicts.ts";

/** Something that an enforced policy must do. */
export interface Demand {
  /** Behind "No enforced policy": `blocks other clients for all users`. */
  readonly does: string;
  /** Absent: the tenant. */
  readonly role?: Target;
  readonly wanted: Wanted;
}

/** A rule that asks whether conditional access does something. */
export interface AccessRule extends RuleText {
  readonly demands: readonly Demand[];
  /** Security defaults do it as well. */
  readonly satisfiedByDefaults: boolean;
  /** What the policies take that it asks for. */
  readonly licence: "P1" | "P2";
}

/** A rule of its data. */
export function ruleOfAccess({
  demands,
  satisfiedByDefaults,
  licence,
  ...text
}: AccessRule): Rule<EntraTenant> {
  return {
    ...text,
    evaluate(tenant) {
      const { accessPolicies, securityDefaults } = tenant;
      if (satisfiedByDefaults && defaultsAreOn(tenant) === true) {
        return evaluated(1, []);
      }
      if (accessPolicies.kind === "refused") return notEvaluated(accessPolicies.needs);
      const answers = demands.map((demand) => ({
        ...demand,
        coverage: coverageOf(tenant, accessPolicies, demand.wanted),
      }));
      if (answers.some(({ coverage }) => coverage.kind !== "full")) {
        if (satisfiedByDefaults && securityDefaults.kind === "refused") {
          return notEvaluated(securityDefaults.needs);
        }
        if (lacksLicence(tenant, licence)) {
          return notEvaluated(`Needs the licence Microsoft Entra ID ${licence}.`);
        }
        // What the defaults are was sent in another shape.
        if (satisfiedByDefaults && defaultsAreOn(tenant) === null) {
          return evaluated(0, [], [tenant.id]);
        }
      }
      return verdictOf(tenant, answers);
    },
  };
}

/** Whether security defaults are on; null: it is not known. */
export function defaultsAreOn({ securityDefaults }: EntraTenant): boolean | null {
  if (securityDefaults.kind === "refused") return null;
  const { isEnabled } = securityDefaults.value;
  return typeof isEnabled === "boolean" ? isEnabled : null;
}

/** Where policies of the kind are in use it is bought, whatever the plans are called. */
function lacksLicence(
  { organization, accessPolicies }: EntraTenant,
  licence: "P1" | "P2",
): boolean {
  if (organization.kind === "refused" || accessPolicies.kind === "refused") return false;
  const { premium1, premium2 } = organization.value;
  const inUse = accessPolicies.items.filter(
    ({ userRiskLevels, signInRiskLevels }) =>
      licence === "P1" || userRiskLevels.length + signInRiskLevels.length > 0,
  );
  return !(licence === "P1" ? premium1 : premium2) && inUse.length === 0;
}

function verdictOf(
  tenant: EntraTenant,
  answers: readonly (Demand & { readonly coverage: Coverage })[],
): Verdict {
  const byTarget = Map.groupBy(answers, ({ role }) => role?.id ?? tenant.id);
  const found = [];
  const unread: string[] = [];
  for (const [id, of] of byTarget) {
    const bad = of.filter(
      ({ coverage }) => coverage.kind === "none" || coverage.kind === "partial",
    );
    const unknown = of.map(({ coverage }) => coverage).find(({ kind }) => kind === "unknown");
    if (bad.length === 0 && unknown?.kind === "unknown") {
      if (unknown.needs !== null) return notEvaluated(unknown.needs);
      unread.push(id);
      continue;
    }
    if (bad.length === 0) continue;
    const onlyExceptions = bad.every(({ coverage }) => coverage.kind === "partial");
    found.push(
      weakness(
        of[0]?.role ?? targetOfTenant(tenant),
        bad.flatMap(({ does, coverage }) => evidenceOf(tenant, does, coverage)),
        onlyExceptions ? "MEDIUM" : undefined,
      ),
    );
  }
  return evaluated(byTarget.size - unread.length, found, unread);
}

function evidenceOf(tenant: EntraTenant, does: string, coverage: Coverage): string[] {
  if (coverage.kind === "partial") {
    const { policy, except } = coverage;
    const left = namedTogether(except.map((one) => nameOfExcluded(tenant, one)));
    const hint =
      tenant.emergencyNames.length === 0 && except.some(({ kind }) => kind !== "app")
        ? " If they are accounts for emergencies, name them in breakGlass."
        : "";
    return [`The policy "${policy.name}" ${does}, but it leaves out ${left}.${hint}`];
  }
  if (coverage.kind !== "none") return [];
  return [
    `No enforced policy ${does}.`,
    ...coverage.nearly
      .slice(0, 3)
      .map(({ policy, because }) => `The policy "${policy.name}" does not count: ${because}.`),
  ];
}

function nameOfExcluded(
  { namedByPolicies, excludedMembers }: EntraTenant,
  { kind, id }: Excluded,
): string {
  if (kind === "guests") return "guests";
  if (kind === "app") return `the application ${id}`;
  if (kind === "role") return `the role ${id}`;
  const known =
    namedByPolicies.kind === "read"
      ? namedByPolicies.items.find((one) => one.id === id)
      : undefined;
  const name = known?.name ?? id;
  if (kind === "user") return `the user ${name}`;
  const members = excludedMembers.kind === "read" ? excludedMembers.of.get(id) : undefined;
  const people = members?.filter(({ type }) => type === "user").length;
  return `the group ${name}${people === undefined ? "" : ` (${counted(people, "user")})`}`;
}
