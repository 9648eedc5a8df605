import assert from "node:assert/strict";
import { test } from "node:test";
import type { AccessPolicy, EntraTenant, PolicyUsers, Principal } from "../tenant.ts";
import { ask, assertNeeds, assertUnread, found } from "../testing/ask.ts";
import {
  emergencyId,
  goodPolicies,
  items,
  makePerson,
  makePolicy,
  makeTenant,
  makeUsers,
  read,
  refused,
} from "../testing/make-tenant.ts";

const mfa = "no-mfa-for-all-users";
/** A tenant in which the one policy asks all users for a second factor. */
function withMfa(
  policy: Partial<AccessPolicy> = {},
  tenant: Partial<EntraTenant> = {},
): EntraTenant {
  return makeTenant({
    accessPolicies: items(
      makePolicy({
        name: "MFA",
        grant: { all: false, controls: ["mfa"], strength: null },
        ...policy,
      }),
    ),
    ...tenant,
  });
}
const users = (more: Partial<PolicyUsers>) => ({ users: makeUsers(more) });
const nearMiss = (because: string) => `The policy "MFA" does not count: ${because}.`;

test("a policy counts when it is enforced for all users, resources and modern clients", () => {
  assert.deepEqual(found(mfa, withMfa()), []);
  assert.deepEqual(
    found(mfa, withMfa({ clientAppTypes: ["browser", "mobileAppsAndDesktopClients"] })),
    [],
  );
});

test("what a policy misses is said when it is one thing", () => {
  const cases: [Partial<AccessPolicy>, string][] = [
    [{ state: "disabled" }, "it is switched off"],
    [
      { state: "enabledForReportingButNotEnforced" },
      "it is in report-only mode, which enforces nothing",
    ],
    [{ users: null }, "it is about workloads, not about people"],
    [users({ includeUsers: [], includeGroups: ["id-staff"] }), "it is not about all users"],
    [{ includeApps: ["Office365"] }, "it is not about all resources"],
    [{ clientAppTypes: ["browser"] }, "it is not about all the kinds of clients that matter"],
    [{ userRiskLevels: ["high"] }, "it is only about users at risk"],
    [{ signInRiskLevels: ["medium"] }, "it is only about sign-ins at risk"],
    [{ transferMethods: ["deviceCodeFlow"] }, "it is only about some authentication flows"],
    [
      { narrowedBy: ["it is only about some platforms of devices"] },
      "it is only about some platforms of devices",
    ],
    [
      { grant: { all: false, controls: ["mfa", "compliantDevice"], strength: null } },
      "it does not require multifactor authentication, or is content with something else",
    ],
    [
      { grant: null },
      "it does not require multifactor authentication, or is content with something else",
    ],
  ];
  for (const [change, because] of cases) {
    const [finding] = found(mfa, withMfa(change));
    assert.deepEqual(finding?.slice(0, 2), ["Acme", ""]);
    assert.ok(finding?.includes(nearMiss(because)), `${because}: ${finding?.join(" ")}`);
  }
  assert.equal(found(mfa, makeTenant({ accessPolicies: items() }))[0]?.length, 3);
});

test("each of several controls must do when one suffices, and one when all are asked for", () => {
  const grant = (all: boolean, controls: string[]) =>
    withMfa({ grant: { all, controls, strength: null } });
  assert.equal(found(mfa, grant(true, ["mfa", "compliantDevice"])).length, 0);
  assert.equal(found(mfa, grant(false, ["compliantDevice"])).length, 1);
  assert.equal(found(mfa, grant(false, ["block"])).length, 0);
});

test("authentication strengths are known by their id or by their ways; else nothing is concluded", () => {
  const strength = (id: string, combinations: string[] | null) =>
    withMfa({ grant: { all: true, controls: [], strength: { id, name: "own", combinations } } });
  assert.deepEqual(found(mfa, strength("00000000-0000-0000-0000-000000000002", null)), []);
  assert.deepEqual(found(mfa, strength("own", ["password,sms", "fido2"])), []);
  assert.equal(found(mfa, strength("own", ["password"])).length, 1);
  assertUnread(mfa, strength("own", null), [makeTenant().id]);
});

test("security defaults do instead of policies for legacy authentication and a second factor, and for nothing else", () => {
  const tenant = makeTenant({
    accessPolicies: items(),
    securityDefaults: read({ value: { isEnabled: true } }),
  });
  for (const id of [mfa, "legacy-authentication-allowed", "security-defaults-off"]) {
    assert.deepEqual(found(id, tenant), [], id);
  }
  for (const id of ["device-code-flow-allowed", "risky-sign-ins-not-blocked"]) {
    assert.equal(found(id, tenant).length, 1, id);
  }
});

test("a policy that leaves others out than accounts for emergencies is named with whom it leaves out", () => {
  const group: Principal = { id: "id-vips", type: "group", name: "VIPs" };
  const tenant = withMfa(
    users({ excludeUsers: [emergencyId, "id-kim"], excludeGroups: ["id-vips"] }),
    {
      namedByPolicies: items<Principal>(makePerson("kim"), group),
      excludedMembers: read({ of: new Map([["id-vips", [makePerson("lea"), makePerson("max")]]]) }),
    },
  );
  assert.deepEqual(found(mfa, tenant), [
    [
      "Acme",
      "MEDIUM",
      'The policy "MFA" requires multifactor authentication of all users for all resources, but it leaves out the user kim and the group VIPs (2 users).',
    ],
  ]);
});

test("without breakGlass every exclusion is named, with the hint to name them", () => {
  const tenant = withMfa(users({}), { emergencyNames: [], emergencyAccounts: read({ items: [] }) });
  assert.match(
    found(mfa, {
      ...tenant,
      namedByPolicies: items<Principal>({ id: emergencyId, type: "user", name: "glass" }),
    })[0]?.[2] ?? "",
    /leaves out the user glass\. If they are accounts for emergencies, name them in breakGlass\.$/,
  );
});

test("groups that only hold accounts for emergencies, empty ones, deleted ones and synchronisation accounts may be left out", () => {
  const glass: Principal = { id: emergencyId, type: "user", name: "glass" };
  const excluded = users({
    excludeUsers: [],
    excludeGroups: ["id-glass", "id-empty", "id-deleted"],
    excludeRoles: ["d29b2b05-8046-44ba-8758-1e26182fcf32"],
  });
  const groups = ["id-glass", "id-empty"].map((id): Principal => ({ id, type: "group", name: id }));
  const tenant = withMfa(excluded, {
    namedByPolicies: items(...groups),
    excludedMembers: read({
      of: new Map([
        ["id-glass", [glass]],
        ["id-empty", []],
        ["id-deleted", []],
      ]),
    }),
  });
  assert.deepEqual(found(mfa, tenant), []);
});

test("what another policy takes care of is no exception", () => {
  const grant = { all: false, controls: ["mfa"], strength: null };
  const main = makePolicy({
    name: "All",
    grant,
    ...users({ excludesGuests: true, excludeGroups: ["id-g"] }),
    excludeApps: ["app"],
  });
  const others = [
    makePolicy({ name: "Guests", grant, ...users({ includeUsers: [], includesGuests: true }) }),
    makePolicy({ name: "Group", grant, ...users({ includeUsers: [], includeGroups: ["id-g"] }) }),
    makePolicy({ name: "App", grant, includeApps: ["app"] }),
  ];
  const tenant = (...policies: AccessPolicy[]) =>
    makeTenant({
      accessPolicies: items(...policies),
      namedByPolicies: items<Principal>({ id: "id-g", type: "group", name: "G" }),
      excludedMembers: read({ of: new Map([["id-g", [makePerson("kim")]]]) }),
    });
  assert.deepEqual(found(mfa, tenant(main, ...others)), []);
  for (const [i, left] of [
    / guests\.$/,
    / the group G \(1 user\)\.$/,
    / the application app\.$/,
  ].entries()) {
    const [finding] = found(mfa, tenant(main, ...others.toSpliced(i, 1)));
    assert.equal(finding?.[1], "MEDIUM");
    assert.match(finding?.[2] ?? "", left);
  }
  const leaky = makePolicy({
    name: "Group",
    grant,
    ...users({ includeUsers: [], includeGroups: ["id-g"] }),
    excludeApps: ["elsewhere"],
  });
  const [finding] = found(mfa, tenant(main, ...others.with(1, leaky)));
  assert.match(finding?.[2] ?? "", / the group G \(1 user\)\.$/);
});

test("what could not be looked up is not taken for deleted", () => {
  const excluded = users({ excludeUsers: ["id-kim"] });
  const [gone, unknown] = [[], ["id-kim"]].map((unread) =>
    found(mfa, withMfa(excluded, { namedByPolicies: read({ items: [], unread }) })),
  );
  assert.deepEqual([gone?.length, unknown?.length], [0, 1]);
});

test("who is in a group that is left out must be known, unless another policy does it all", () => {
  const tenant = withMfa(users({ excludeGroups: ["id-g"] }), {
    namedByPolicies: items<Principal>({ id: "id-g", type: "group", name: "G" }),
    excludedMembers: refused("Needs the permission Directory.Read.All."),
  });
  assertNeeds(mfa, tenant, "Needs the permission Directory.Read.All.");
  assert.ok(tenant.accessPolicies.kind === "read");
  const whole = makePolicy({ name: "2", grant: { all: true, controls: ["mfa"], strength: null } });
  assert.deepEqual(
    found(mfa, { ...tenant, accessPolicies: items(...tenant.accessPolicies.items, whole) }),
    [],
  );
});

test("a policy that is not understood may be the one: nothing is concluded, unless another does it", () => {
  const unread = { kind: "read", unread: ["policy-x"] } as const;
  for (const id of [mfa, "legacy-authentication-allowed", "device-code-flow-allowed"]) {
    assertUnread(id, makeTenant({ accessPolicies: { ...unread, items: [] } }), [makeTenant().id]);
    const verdict = ask(id, makeTenant({ accessPolicies: { ...unread, items: goodPolicies } }));
    assert.partialDeepStrictEqual(verdict, { kind: "evaluated", found: [], unread: [] });
  }
});

test("without the licence and without a policy it is the licence that is needed", () => {
  const without = makeTenant({
    accessPolicies: items(),
    organization: read({ value: { synchronised: false, premium1: false, premium2: false } }),
  });
  assertNeeds(mfa, without, "Needs the licence Microsoft Entra ID P1.");
  assertNeeds("risky-sign-ins-not-blocked", without, "Needs the licence Microsoft Entra ID P2.");
  assert.equal(found("security-defaults-off", without).length, 1);
  const reported = withMfa({ state: "disabled" }, { organization: without.organization });
  assert.equal(found(mfa, reported).length, 1);
});

test("legacy authentication takes both kinds of old clients, in one policy or in two", () => {
  const rule = "legacy-authentication-allowed";
  const of = (...types: string[][]) =>
    makeTenant({
      accessPolicies: items(
        ...types.map((clientAppTypes, i) => makePolicy({ name: `L${i}`, clientAppTypes })),
      ),
    });
  assert.deepEqual(found(rule, of(["exchangeActiveSync"], ["other"])), []);
  assert.deepEqual(found(rule, of(["all"])), []);
  const [finding] = found(rule, of(["exchangeActiveSync"]));
  assert.match(finding?.[2] ?? "", /^No enforced policy blocks other clients/);
});

test("each highly privileged role that is not covered is a finding of its own", () => {
  const rule = "no-phishing-resistant-mfa-for-administrators";
  const first = "fe930be7-5e62-47db-91af-98c3a49a38b1";
  const strength = { id: "own", name: "own", combinations: ["fido2"] };
  const policy = makePolicy({
    name: "Keys",
    ...users({ includeUsers: [], includeRoles: [first] }),
    grant: { all: true, controls: [], strength },
  });
  const names = found(rule, makeTenant({ accessPolicies: items(policy) })).map(([name]) => name);
  assert.equal(names.length, 7);
  assert.ok(!names.includes("User Administrator") && names.includes("Global Administrator"));
  const all = makePolicy({ grant: { all: true, controls: [], strength } });
  assert.deepEqual(found(rule, makeTenant({ accessPolicies: items(all) })), []);
  const phishable = { ...strength, combinations: ["fido2", "password,microsoftAuthenticatorPush"] };
  const weak = makePolicy({ grant: { all: true, controls: [], strength: phishable } });
  assert.equal(found(rule, makeTenant({ accessPolicies: items(weak) })).length, 8);
});

test("users and sign-ins at risk take a policy each: both conditions in one do neither", () => {
  const rule = "risky-sign-ins-not-blocked";
  const both = makePolicy({ userRiskLevels: ["high"], signInRiskLevels: ["high"] });
  assert.equal(found(rule, makeTenant({ accessPolicies: items(both) }))[0]?.length, 6);
  const reset = { all: true, controls: ["mfa", "passwordChange"], strength: null };
  const two = items(
    makePolicy({ name: "U", userRiskLevels: ["high", "medium"], grant: reset }),
    makePolicy({ name: "S", signInRiskLevels: ["high"], grant: { ...reset, controls: ["mfa"] } }),
  );
  assert.deepEqual(found(rule, makeTenant({ accessPolicies: two })), []);
});
