import type { Scope } from "#platform/context";

/** What a person is in a tenant, from most to least. */
export const roles = ["owner", "administrator", "operator", "viewer"] as const;
export type Role = (typeof roles)[number];

/**
 * What a route of the console needs: `view` looks; `operate` does the daily work (acknowledge, triage, run, stop, declare
 * sensors, maintenance, scans and audits); `administer` decides who and what there is (keys, people, companies, collectors,
 * probes, agents, directories, plan).
 */
const needs = ["view", "operate", "administer"] as const;
export type Need = (typeof needs)[number];

const allowed: Readonly<Record<Role, readonly Need[]>> = {
  owner: needs,
  administrator: needs,
  operator: ["view", "operate"],
  viewer: ["view"],
};

/** Whether the role is enough. */
export function matchNeed(role: Role, need: Need): boolean {
  return allowed[role].includes(need);
}

/** The scopes that verbs look at. */
export function scopesOfRole(role: Role): readonly Scope[] {
  return matchNeed(role, "operate") ? ["read", "write"] : ["read"];
}

/** One person's place in one tenant. */
export interface Membership {
  tenantId: string;
  tenantName: string;
  role: Role;
  /** A viewer that sees only what belongs to these companies; `null`: all of the tenant. */
  companyIds: readonly string[] | null;
}
