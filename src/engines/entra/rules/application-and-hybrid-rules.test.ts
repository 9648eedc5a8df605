import assert from "node:assert/strict";
import { test } from "node:test";
import type {
  AppCredential,
  EntraTenant,
  Fields,
  ServicePrincipal,
  TenantDomain,
} from "../tenant.ts";
import { ask, assertNeeds, assertNotApplicable, assertUnread, found } from "../testing/ask.ts";
import {
  administrators,
  daysAgo,
  items,
  makeAssignment,
  makePerson,
  makeTenant,
  read,
  refused,
} from "../testing/make-tenant.ts";

const tenantId = makeTenant().id;

test("credentials are old a day after their limit; what is expired and kept is LOW", () => {
  const rule = "application-credentials-old";
  const of = (...credentials: AppCredential[]) =>
    makeTenant({ applications: items({ id: "id-app", appId: "app", name: "App", credentials }) });
  const one = (kind: AppCredential["kind"], from: number, until: number): AppCredential => ({
    kind,
    name: "key",
    startsAt: daysAgo(from),
    endsAt: daysAgo(until),
  });
  assert.deepEqual(found(rule, of()), []);
  assert.deepEqual(found(rule, of(one("secret", 180, -1), one("certificate", 365, -1))), []);
  assert.deepEqual(found(rule, of(one("secret", 181, -1), one("certificate", 366, -1))), [
    [
      "App",
      "",
      'Its secret "key" was made 181 days ago (on 2025-12-16); the limit is 180 days.',
      'Its certificate "key" was made 366 days ago (on 2025-06-14); the limit is 365 days.',
    ],
  ]);
  assert.deepEqual(found(rule, of(one("secret", 900, 10))), [
    ["App", "LOW", 'Its secret "key" expired 10 days ago (on 2026-06-05).'],
  ]);
  assert.deepEqual(found(rule, of(one("secret", 10, -1)), { applicationSecretDays: 9 }).length, 1);
  const many = of(...Array.from({ length: 50 }, () => one("secret", 900, -1)));
  const [finding] = found(rule, many);
  assert.equal(finding?.length, 22);
  assert.equal(finding?.at(-1), "There are 31 more of the kind.");
  assertUnread(rule, makeTenant({ applications: { kind: "read", items: [], unread: ["x"] } }), [
    "x",
  ]);
  assertNeeds(rule, makeTenant({ applications: refused("Needs it.") }), "Needs it.");
});

const principal = (name: string, more: Partial<ServicePrincipal> = {}): ServicePrincipal => ({
  id: `id-${name}`,
  appId: name,
  name,
  enabled: true,
  ownerTenant: tenantId,
  ...more,
});
const grant = (principalId: string, permission: string | null) => ({
  id: `${principalId}-${permission}`,
  principalId,
  principalName: null,
  permission,
});

test("applications with tier-0 permissions are found with what they can do, and with owners who are no administrators", () => {
  const rule = "applications-with-tier-zero-permissions";
  const strong = "AppRoleAssignment.ReadWrite.All";
  const of = (more: Partial<EntraTenant>, ...principals: ServicePrincipal[]) =>
    makeTenant({
      servicePrincipals: items(...principals),
      permissionGrants: items(
        ...principals.flatMap(({ id }) => [grant(id, strong), grant(id, "User.Read.All")]),
      ),
      ...more,
    });
  assert.deepEqual(
    found(
      rule,
      of(
        { owners: read({ of: new Map([["id-robot", [administrators[0], makePerson("olga")]]]) }) },
        principal("robot"),
        principal("off", { enabled: false }),
        principal("first party", { ownerTenant: "f8cdef31-a31e-4b4a-93e4-5f571e91255a" }),
      ),
    ),
    [
      [
        "robot",
        "",
        "Owners may add secrets to it and act as it: olga.",
        `It has ${strong}: it can give itself any permission without anybody's consent.`,
      ],
    ],
  );
  const weak = of(
    { permissionGrants: items(grant("id-robot", "User.Read.All")) },
    principal("robot"),
  );
  assert.deepEqual(found(rule, weak), []);
  const unnamed = of({ permissionGrants: items(grant("id-robot", null)) }, principal("robot"));
  assertUnread(rule, unnamed, ["id-robot"]);
  for (const part of ["servicePrincipals", "permissionGrants", "owners"] as const) {
    assertNeeds(rule, { ...weak, [part]: refused(`Needs ${part}.`) }, `Needs ${part}.`);
  }
  const missing = { kind: "read", items: [], unread: ["x"] } as const;
  assertNeeds(rule, { ...weak, permissionGrants: missing }, /not understood\.$/);
});

test("service principals with privileged roles are found, by groups and as eligible ones too", () => {
  const rule = "service-principals-with-privileged-roles";
  const role = "e8611ab8-c189-46e8-94e1-60213ab1f814";
  const group = makePerson("robots", "group");
  const robots = ["a", "b", "c"].map((name) => makePerson(name, "service_principal"));
  const [direct, member, eligible] = robots;
  assert.ok(direct !== undefined && member !== undefined && eligible !== undefined);
  const tenant = makeTenant({
    roleAssignments: items(
      makeAssignment(direct, role),
      makeAssignment(group, role),
      makeAssignment(administrators[0], role),
    ),
    roleEligibilities: items(makeAssignment(eligible, role)),
    roleGroupMembers: read({ of: new Map([[group.id, [member, administrators[1]]]]) }),
  });
  assert.deepEqual(
    found(rule, tenant).map(([name]) => name),
    ["a", "b", "c"],
  );
  assertNeeds(rule, { ...tenant, roleGroupMembers: refused("Needs members.") }, "Needs members.");
});

test("passwords of verified, managed root domains do not end", () => {
  const rule = "passwords-expire";
  const of = (...domains: Partial<TenantDomain>[]) =>
    makeTenant({
      domains: items(
        ...domains.map((one) => ({
          name: "acme.test",
          managed: true,
          verified: true,
          root: true,
          passwordDays: 2_147_483_647,
          ...one,
        })),
      ),
    });
  assert.deepEqual(found(rule, of({})), []);
  assert.deepEqual(found(rule, of({ passwordDays: 60 })), [
    ["acme.test", "", "Passwords end after 60 days."],
  ]);
  assert.match(
    found(rule, of({ passwordDays: null }))[0]?.[2] ?? "",
    /is not set, so they end after 90 days/,
  );
  for (const other of [{ managed: false }, { verified: false }, { root: false }]) {
    assertNotApplicable(rule, of({ ...other, passwordDays: 60 }), /no verified domain/);
  }
  assertNeeds(rule, makeTenant({ domains: refused("Needs it.") }), "Needs it.");
});

test("krbtgt_AzureAD is only minded when it came from Active Directory", () => {
  const rule = "krbtgt-azuread-synchronised";
  const of = (synchronised: boolean) =>
    makeTenant({ kerberosAccounts: items({ id: "id-k", name: "krbtgt_AzureAD", synchronised }) });
  assert.deepEqual(found(rule, of(false)), []);
  assert.equal(found(rule, of(true)).length, 1);
  assertNeeds(rule, makeTenant({ kerberosAccounts: refused("Needs it.") }), "Needs it.");
});

test("matching is blocked both ways where an Active Directory is synchronised", () => {
  const rule = "synchronisation-takes-accounts-over";
  const of = (features: Fields, synchronised: boolean | null = true) =>
    makeTenant({
      organization: read({ value: { synchronised, premium1: true, premium2: true } }),
      synchronisation: read({ items: [{ features }] }),
    });
  const hard = "blockCloudObjectTakeoverThroughHardMatchEnabled";
  const soft = "blockSoftMatchEnabled";
  assert.deepEqual(found(rule, of({ [hard]: true, [soft]: true })), []);
  assert.match(found(rule, of({ [hard]: false, [soft]: true }))[0]?.[2] ?? "", /^Hard matching/);
  assert.match(found(rule, of({ [hard]: true, [soft]: false }))[0]?.[2] ?? "", /^Soft matching/);
  assert.equal(found(rule, of({ [hard]: false }))[0]?.length, 3);
  assertUnread(rule, of({ [hard]: true }), [tenantId]);
  assertUnread(rule, of({ [hard]: true, [soft]: true }, null), [tenantId]);
  assertUnread(rule, makeTenant({ synchronisation: read({ items: [] }) }), [tenantId]);
  assertNotApplicable(rule, of({ [hard]: false }, false), /No Active Directory/);
  assert.equal(
    ask(rule, makeTenant({ synchronisation: refused("Needs it.") })).kind,
    "not_evaluated",
  );
});
