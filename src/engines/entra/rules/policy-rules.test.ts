import assert from "node:assert/strict";
import { test } from "node:test";
import type { Principal } from "../tenant.ts";
import { ask, assertNeeds, assertNotApplicable, assertUnread, found } from "../testing/ask.ts";
import {
  emergencyId,
  items,
  makeAssignment,
  makePolicy,
  makeTenant,
  makeUsers,
  read,
  refused,
} from "../testing/make-tenant.ts";

const emergency = "emergency-accounts-not-excluded";
const targets = "policies-without-targets";
const glass: Principal = { id: emergencyId, type: "user", name: "glass@acme.test" };

test("security defaults may be off when a policy for people is enforced", () => {
  const rule = "security-defaults-off";
  const of = (...policies: Parameters<typeof makePolicy>[0][]) =>
    makeTenant({ accessPolicies: items(...policies.map(makePolicy)) });
  assert.deepEqual(found(rule, of({})), []);
  assert.deepEqual(found(rule, of({ state: "enabledForReportingButNotEnforced" })), [
    [
      "Acme",
      "",
      "Security defaults are off, and no conditional access policy for people is enforced.",
      "Policies in report-only mode, which enforce nothing: 1.",
    ],
  ]);
  assert.equal(found(rule, of({ users: null })).length, 1);
  const unlicensed = { kind: "refused", needs: "Needs the licence.", licence: true } as const;
  assert.equal(found(rule, makeTenant({ accessPolicies: unlicensed })).length, 1);
  assertNeeds(rule, makeTenant({ accessPolicies: refused("Needs it.") }), "Needs it.");
  assertUnread(
    rule,
    makeTenant({ accessPolicies: items(), securityDefaults: read({ value: {} }) }),
    [makeTenant().id],
  );
});

test("without breakGlass, or with names that there are not, policies are not judged for it", () => {
  assertNeeds(
    emergency,
    makeTenant({ emergencyNames: [] }),
    "Name the accounts for emergencies in breakGlass.",
  );
  assertNeeds(
    emergency,
    makeTenant({ emergencyNames: ["glass@acme.test", "old@acme.test"] }),
    /^There is no user old@acme\.test in this tenant/,
  );
});

test("an account for emergencies is left out directly, by a group or by a role, or is not meant at all", () => {
  const role = "62e90394-69f5-4237-9190-012177145e10";
  const of = (
    users: Parameters<typeof makeUsers>[0],
    more: Parameters<typeof makePolicy>[0] = {},
  ) =>
    makeTenant({
      accessPolicies: items(makePolicy({ name: "P", users: makeUsers(users), ...more })),
      emergencyGroups: read({
        of: new Map([[emergencyId, [{ id: "id-g", type: "group", name: "G" } as const]]]),
      }),
      roleAssignments: items(makeAssignment(glass, role)),
    });
  for (const fine of [
    {},
    { excludeUsers: [], excludeGroups: ["id-g"] },
    { excludeUsers: [], excludeRoles: [role] },
    { excludeUsers: [], includeUsers: [], includeGroups: ["id-other"] },
    { excludeUsers: [], includeUsers: [], includesGuests: true },
  ]) {
    assert.deepEqual(found(emergency, of(fine)), [], JSON.stringify(fine));
  }
  for (const bad of [
    { excludeUsers: [] },
    { excludeUsers: [], includeUsers: [], includeGroups: ["id-g"] },
    { excludeUsers: [], includeUsers: [], includeRoles: [role] },
  ]) {
    assert.deepEqual(
      found(emergency, of(bad)),
      [["P", "", "It applies to glass@acme.test. It blocks them."]],
      JSON.stringify(bad),
    );
  }
  assertNotApplicable(emergency, of({ excludeUsers: [] }, { state: "disabled" }), /no enforced/);
  const blind = {
    ...of({ excludeUsers: [], includeUsers: [], includeRoles: [role] }),
    roleAssignments: refused("Needs roles."),
  };
  assertUnread(emergency, blind, ["policy-P"]);
});

test("a policy that names what was deleted, or is about nobody or nothing, is found", () => {
  const there = items<Principal>(glass, { id: "id-g", type: "group", name: "G" });
  const of = (more: Parameters<typeof makePolicy>[0]) =>
    makeTenant({
      accessPolicies: items(makePolicy({ name: "P", ...more })),
      namedByPolicies: there,
    });
  const evidence = (more: Parameters<typeof makePolicy>[0]) =>
    found(targets, of(more))[0]?.slice(2);
  assert.equal(evidence({}), undefined);
  assert.deepEqual(evidence({ users: makeUsers({ includeUsers: ["id-x", "id-y"] }) }), [
    "It includes 2 deleted users: id-x and id-y.",
    "It is about nobody.",
  ]);
  assert.deepEqual(evidence({ users: makeUsers({ excludeGroups: ["id-x", "id-g"] }) }), [
    "It excludes 1 deleted group: id-x.",
  ]);
  assert.deepEqual(evidence({ users: makeUsers({ includeUsers: ["None"] }) }), [
    "It is about nobody.",
  ]);
  assert.equal(
    evidence({ users: makeUsers({ includeUsers: [], includesGuests: true }) }),
    undefined,
  );
  assert.deepEqual(evidence({ includeApps: ["None"] }), [
    "It is about no application, action or authentication context.",
  ]);
  assert.equal(evidence({ includeApps: [], userActions: ["urn:user:registerdevice"] }), undefined);
  assertNotApplicable(targets, of({ state: "disabled" }), /no conditional access policy/);
});

test("a policy that names what could not be looked up is neither good nor bad", () => {
  const named = { kind: "read", items: [glass], unread: ["id-x"] } as const;
  const policy = makePolicy({ name: "P", users: makeUsers({ excludeGroups: ["id-x"] }) });
  const tenant = makeTenant({ accessPolicies: items(policy), namedByPolicies: named });
  assertUnread(targets, tenant, ["policy-P"]);
  assertNeeds(targets, { ...tenant, namedByPolicies: refused("Needs it.") }, "Needs it.");
  const verdict = ask(targets, {
    ...tenant,
    accessPolicies: { kind: "read", items: [policy], unread: ["policy-Q"] },
  });
  assert.partialDeepStrictEqual(verdict, { judged: 0, unread: ["policy-Q", "policy-P"] });
});
