import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntraTenant, Fields, Principal, RoleAssignment } from "../tenant.ts";
import { ask, assertNeeds, assertUnread, found } from "../testing/ask.ts";
import {
  daysAgo,
  emergencyId,
  items,
  makeAssignment,
  makePerson,
  makePrivilegedUser,
  makeTenant,
  now,
  read,
  refused,
} from "../testing/make-tenant.ts";

const globalAdministrator = "62e90394-69f5-4237-9190-012177145e10";
const userAdministrator = "fe930be7-5e62-47db-91af-98c3a49a38b1";
const people = (count: number) => Array.from({ length: count }, (_, i) => makePerson(`p${i}`));
const unlicensed = { kind: "refused", needs: "Needs P2.", licence: true } as const;
const notUnderstood = /^Microsoft Graph answered about assignments of roles in a shape/;

function withRoles(
  assignments: readonly RoleAssignment[],
  more: Partial<EntraTenant> = {},
): EntraTenant {
  return makeTenant({
    roleAssignments: items(...assignments),
    roleSchedules: items(...assignments),
    ...more,
  });
}
const admins = (count: number) =>
  people(count).map((one) => makeAssignment(one, globalAdministrator));

test("two to eight global administrators are fine; fewer and more are not, and are named", () => {
  const rule = "global-administrators-count";
  for (const count of [2, 8]) assert.deepEqual(found(rule, withRoles(admins(count))), []);
  assert.deepEqual(found(rule, withRoles(admins(1))), [
    [
      "Global Administrator",
      "",
      "1 user has the role Global Administrator or may activate it; the least is 2.",
      "They are p0.",
    ],
  ]);
  assert.match(
    found(rule, withRoles(admins(9)))[0]?.[2] ?? "",
    /^9 users have .* the limit is 8\.$/,
  );
  assert.deepEqual(found(rule, withRoles(admins(9)), { globalAdministratorsMost: 9 }), []);
  assert.equal(found(rule, withRoles([])).length, 1);
});

test("global administrators are counted once, by groups, by eligibility, and only of the whole tenant", () => {
  const rule = "global-administrators-count";
  const group = makePerson("admins", "group");
  const [one, two, three] = people(3);
  assert.ok(one !== undefined && two !== undefined && three !== undefined);
  const tenant = withRoles(
    [
      makeAssignment(one, globalAdministrator),
      makeAssignment(group, globalAdministrator),
      makeAssignment(three, globalAdministrator, { scope: "/administrativeUnits/x" }),
      makeAssignment(makePerson("robot", "service_principal"), globalAdministrator),
    ],
    {
      roleGroupMembers: read({ of: new Map([[group.id, [one, two, makePerson("g", "group")]]]) }),
      roleEligibilities: items(
        makeAssignment(three, globalAdministrator),
        makeAssignment(one, globalAdministrator),
      ),
    },
  );
  assert.deepEqual(found(rule, tenant, { globalAdministratorsMost: 3 }), []);
  assert.equal(found(rule, tenant, { globalAdministratorsMost: 2 }).length, 1);
  assert.equal(
    found(
      rule,
      { ...tenant, roleEligibilities: unlicensed },
      { globalAdministratorsMost: 1 },
    )[0]?.[3],
    "They are p0 and p1.",
  );
  assertNeeds(rule, { ...tenant, roleGroupMembers: refused("Needs members.") }, "Needs members.");
  assertNeeds(rule, { ...tenant, roleEligibilities: refused("Needs roles.") }, "Needs roles.");
});

test("one assignment that is not understood could be anybody's", () => {
  const unread = { kind: "read", items: admins(3), unread: ["x"] } as const;
  for (const rule of [
    "global-administrators-count",
    "privileged-users-synchronised",
    "privileged-users-stale",
    "service-principals-with-privileged-roles",
  ]) {
    assertNeeds(rule, makeTenant({ roleAssignments: unread }), notUnderstood);
  }
  assertNeeds("permanent-privileged-roles", makeTenant({ roleSchedules: unread }), notUnderstood);
});

test("whoever is only known by an id counts when it turns out to be a user", () => {
  const rule = "global-administrators-count";
  const unknown: Principal = { id: "id-x", type: "other", name: null };
  const tenant = withRoles([...admins(1), makeAssignment(unknown, globalAdministrator)]);
  assert.equal(found(rule, tenant).length, 1);
  const known = { ...tenant, privilegedUsers: items(makePrivilegedUser(unknown)) };
  assert.deepEqual(found(rule, known), []);
});

test("a role for good is a finding per user or group, but of accounts for emergencies and service principals", () => {
  const rule = "permanent-privileged-roles";
  const lasting = { activated: false, endsAt: null };
  const group = makePerson("admins", "group");
  const ada = makePerson("ada");
  const tenant = withRoles(
    [
      makeAssignment(ada, globalAdministrator, lasting),
      makeAssignment(ada, userAdministrator, lasting),
      makeAssignment(group, userAdministrator, lasting),
      makeAssignment(makePerson("member"), userAdministrator, { ...lasting, direct: false }),
      makeAssignment(makePerson("ends"), userAdministrator, { activated: false, endsAt: now + 1 }),
      makeAssignment(makePerson("robot", "service_principal"), globalAdministrator, lasting),
      makeAssignment(makePerson("unit"), userAdministrator, {
        ...lasting,
        scope: "/administrativeUnits/x",
      }),
      makeAssignment(makePerson("reader"), "f2ef992c-3afb-46b9-b7cf-a126ee74c451", lasting),
      makeAssignment(
        { id: emergencyId, type: "user", name: "glass" },
        globalAdministrator,
        lasting,
      ),
    ],
    { roleGroupMembers: read({ of: new Map([[group.id, people(12)]]) }) },
  );
  assert.deepEqual(found(rule, tenant), [
    [
      "ada",
      "",
      "It has the role Global Administrator and User Administrator actively and without an end.",
    ],
    [
      "admins",
      "",
      "It has the role User Administrator actively and without an end.",
      "With it 12 members have the role.",
    ],
  ]);
  const untyped = withRoles([
    makeAssignment(ada, globalAdministrator, { activated: null, endsAt: null }),
  ]);
  assertUnread(rule, untyped, [ada.id]);
  assertNeeds(rule, makeTenant({ roleSchedules: unlicensed }), "Needs P2.");
});

test("who may be an account for emergencies is no finding until it is known", () => {
  const ada = makePerson("ada");
  const tenant = withRoles(
    [makeAssignment(ada, globalAdministrator, { activated: false, endsAt: null })],
    { emergencyAccounts: refused("Needs users."), emergencyNames: ["glass@acme.test"] },
  );
  assertUnread("permanent-privileged-roles", tenant, [ada.id]);
  assert.deepEqual(
    found("permanent-privileged-roles", { ...tenant, emergencyNames: ["ADA"] }),
    [],
    "it is named as it signs in",
  );
});

test("users with roles who come from Active Directory are found, by groups and as eligible ones too", () => {
  const rule = "privileged-users-synchronised";
  const [direct, member, eligible, gone] = people(4);
  assert.ok(
    direct !== undefined && member !== undefined && eligible !== undefined && gone !== undefined,
  );
  const group = makePerson("admins", "group");
  const tenant = withRoles(
    [
      makeAssignment(direct, globalAdministrator),
      makeAssignment(group, userAdministrator),
      makeAssignment(gone, userAdministrator),
    ],
    {
      roleGroupMembers: read({ of: new Map([[group.id, [member]]]) }),
      roleEligibilities: items(makeAssignment(eligible, userAdministrator)),
      privilegedUsers: items(
        ...[direct, member, eligible].map((one) => makePrivilegedUser(one, { synchronised: true })),
        makePrivilegedUser(makePerson("nobody"), { synchronised: true }),
      ),
    },
  );
  assert.deepEqual(found(rule, tenant), [
    [
      "p0",
      "",
      "It is synchronised from Active Directory and has, or may activate, Global Administrator.",
    ],
    [
      "p1",
      "",
      "It is synchronised from Active Directory and has, or may activate, User Administrator.",
    ],
    [
      "p2",
      "",
      "It is synchronised from Active Directory and has, or may activate, User Administrator.",
    ],
  ]);
  assertUnread(
    rule,
    { ...tenant, privilegedUsers: { kind: "read", items: [], unread: [direct.id, "id-other"] } },
    [direct.id],
  );
  assertNeeds(rule, { ...tenant, privilegedUsers: refused("Needs users.") }, "Needs users.");
});

test("privileged users are stale a day after the limit, and never before", () => {
  const rule = "privileged-users-stale";
  const [ada] = people(1);
  assert.ok(ada !== undefined);
  const of = (lastAt: number | null, user: Parameters<typeof makePrivilegedUser>[1] = {}) =>
    withRoles([makeAssignment(ada, globalAdministrator)], {
      privilegedUsers: items(makePrivilegedUser(ada, user)),
      signIns: items({ id: ada.id, lastAt }),
    });
  assert.deepEqual(found(rule, of(daysAgo(90))), []);
  assert.deepEqual(found(rule, of(daysAgo(91))), [
    [
      "p0",
      "",
      "It signed in last 91 days ago (on 2026-03-16); the limit is 90 days.",
      "It has, or may activate, Global Administrator.",
    ],
  ]);
  assert.deepEqual(found(rule, of(daysAgo(91)), { stalePrivilegedDays: 91 }), []);
  assert.deepEqual(found(rule, of(daysAgo(91), { enabled: false })), []);
  assert.deepEqual(found(rule, of(null, { createdAt: daysAgo(90) })), []);
  assert.match(
    found(rule, of(null, { createdAt: daysAgo(400) }))[0]?.[2] ?? "",
    /^It has never signed in since it was made 400 days ago/,
  );
  assert.deepEqual(found(rule, of(now + 5 * 86_400_000)), []);
  assertUnread(rule, of(null, { createdAt: null }), [ada.id]);
  assertUnread(
    rule,
    { ...of(daysAgo(1)), signIns: { kind: "read", items: [], unread: [ada.id] } },
    [ada.id],
  );
  assertNeeds(rule, { ...of(daysAgo(1)), signIns: refused("Needs sign-ins.") }, "Needs sign-ins.");
  const glass = { id: emergencyId, type: "user", name: "glass" } as const;
  const emergency = withRoles([makeAssignment(glass, globalAdministrator)], {
    privilegedUsers: items(makePrivilegedUser(glass)),
    signIns: items({ id: emergencyId, lastAt: daysAgo(900) }),
  });
  assert.deepEqual(found(rule, emergency), []);
});

test("becoming a global administrator takes approval and is told", () => {
  const rule = "global-administrator-activation";
  const of = (id: string, fields: Fields | null) => {
    const tenant = makeTenant();
    assert.ok(tenant.activationRules.kind === "read");
    const byId = new Map(tenant.activationRules.byId);
    if (fields === null) byId.delete(id);
    else byId.set(id, fields);
    return makeTenant({ activationRules: read({ byId }) });
  };
  const approval = "Approval_EndUser_Assignment";
  const notice = "Notification_Admin_EndUser_Assignment";
  assert.deepEqual(found(rule, of(approval, { setting: { isApprovalRequired: false } })), [
    ["Global Administrator", "", "Activating the role takes nobody's approval."],
  ]);
  const nobody = { isDefaultRecipientsEnabled: false, notificationRecipients: [] };
  assert.deepEqual(found(rule, of(notice, nobody)), [
    ["Global Administrator", "", "Nobody is told when somebody activates the role."],
  ]);
  const somebody = { ...nobody, notificationRecipients: ["soc@acme.test"] };
  assert.deepEqual(found(rule, of(notice, somebody)), []);
  for (const [id, fields] of [
    [approval, null],
    [approval, { setting: null }],
    [notice, null],
    [notice, { isDefaultRecipientsEnabled: false }],
  ] as const) {
    assertUnread(rule, of(id, fields), [globalAdministrator]);
  }
  assert.equal(ask(rule, makeTenant({ activationRules: unlicensed })).kind, "not_evaluated");
});
