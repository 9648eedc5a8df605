import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fields } from "../tenant.ts";
import { accessPolicyOf } from "./access-policy.ts";
import { applicationOf, permissionsOf, servicePrincipalOf } from "./applications.ts";
import { roleAssignmentOf, signInOf } from "./roles.ts";
import { isCalledKerberos, organizationOf, passwordRulesOf } from "./settings.ts";

const users = { includeUsers: ["All"], excludeUsers: ["GuestsOrExternalUsers", "ABC-1"] };

function policy(conditions: object = {}, more: object = {}): Fields {
  return {
    id: "P-1",
    displayName: "MFA\u202e\n for all",
    state: "enabled",
    conditions: {
      clientAppTypes: ["all"],
      applications: { includeApplications: ["All"] },
      users,
      ...conditions,
    },
    grantControls: { operator: "OR", builtInControls: ["mfa"], termsOfUse: ["t"] },
    ...more,
  };
}

test("a policy is read with what it says, and without what it leaves out", () => {
  assert.deepEqual(accessPolicyOf(policy()), {
    id: "p-1",
    name: "MFA  for all",
    state: "enabled",
    users: {
      includeUsers: ["All"],
      excludeUsers: ["abc-1"],
      includeGroups: [],
      excludeGroups: [],
      includeRoles: [],
      excludeRoles: [],
      includesGuests: false,
      excludesGuests: true,
    },
    includeApps: ["All"],
    excludeApps: [],
    userActions: [],
    authenticationContexts: [],
    clientAppTypes: ["all"],
    userRiskLevels: [],
    signInRiskLevels: [],
    transferMethods: [],
    narrowedBy: [],
    grant: { all: false, controls: ["mfa", "other:t"], strength: null },
  });
});

test("conditions that say all narrow nothing; any other does, those that nobody knows yet too", () => {
  const narrowed = (conditions: object) => accessPolicyOf(policy(conditions))?.narrowedBy;
  for (const wide of [
    { platforms: { includePlatforms: ["all"], excludePlatforms: [] } },
    { locations: { includeLocations: ["All"], excludeLocations: [] } },
    { devices: { deviceFilter: null }, times: null, insiderRiskLevels: "", agents: {} },
    { "users@odata.context": "https://graph.microsoft.com/v1.0/$metadata" },
  ]) {
    assert.deepEqual(narrowed(wide), [], JSON.stringify(wide));
  }
  for (const narrow of [
    { platforms: { includePlatforms: ["android"], excludePlatforms: [] } },
    { platforms: { includePlatforms: ["all"], excludePlatforms: ["iOS"] } },
    { locations: { includeLocations: ["All"], excludeLocations: ["AllTrusted"] } },
    { devices: { deviceFilter: { mode: "include", rule: "x" } } },
    { insiderRiskLevels: "elevated" },
    { somethingOfNextYear: ["a"] },
    {
      applications: {
        includeApplications: ["All"],
        applicationFilter: { mode: "exclude", rule: "x" },
      },
    },
  ]) {
    assert.equal(narrowed(narrow)?.length, 1, JSON.stringify(narrow));
  }
});

test("policies for workloads are not for people, and flows are told apart", () => {
  const workload = { clientApplications: { includeServicePrincipals: ["All"] } };
  assert.equal(accessPolicyOf(policy(workload))?.users, null);
  assert.equal(accessPolicyOf(policy({ users: null }))?.users, null);
  const flows = (transferMethods: unknown) =>
    accessPolicyOf(policy({ authenticationFlows: { transferMethods } }))?.transferMethods;
  assert.deepEqual(flows("deviceCodeFlow, authenticationTransfer"), [
    "deviceCodeFlow",
    "authenticationTransfer",
  ]);
  assert.deepEqual(flows("none"), []);
  assert.equal(flows(7), undefined);
});

test("a policy whose state, conditions or grant are not understood is not read", () => {
  for (const broken of [
    policy({}, { state: "unknownFutureValue" }),
    policy({}, { conditions: null }),
    policy({ users: { includeUsers: "All" } }),
    policy({ clientAppTypes: null }),
    policy({}, { grantControls: { operator: "XOR" } }),
    policy({}, { id: 7 }),
  ]) {
    assert.equal(accessPolicyOf(broken), null, JSON.stringify(broken));
  }
});

test("the last successful sign-in counts before attempts, which may have failed", () => {
  const last = (signInActivity: unknown) => signInOf({ id: "u", signInActivity })?.lastAt;
  const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
  assert.equal(
    last({
      lastSuccessfulSignInDateTime: "2026-01-01T00:00:00Z",
      lastSignInDateTime: "2026-06-01T00:00:00Z",
    }),
    at("2026-01-01"),
  );
  assert.equal(
    last({
      lastSuccessfulSignInDateTime: null,
      lastSignInDateTime: "2026-02-01T00:00:00Z",
      lastNonInteractiveSignInDateTime: "2026-03-01T00:00:00Z",
    }),
    at("2026-03-01"),
  );
  assert.equal(last(null), null);
  assert.equal(last(undefined), null);
  assert.equal(last("yesterday"), undefined);
});

test("an assignment says of whom it is, or is not read", () => {
  const one = { id: "a", roleDefinitionId: "R", principalId: "U", directoryScopeId: "/" };
  const user = { "@odata.type": "#microsoft.graph.user", id: "U", displayName: "Ada" };
  assert.partialDeepStrictEqual(roleAssignmentOf({ ...one, principal: user }), {
    roleId: "r",
    principal: { id: "u", type: "user", name: "Ada" },
    scope: "/",
    activated: null,
    endsAt: null,
    direct: true,
  });
  assert.deepEqual(roleAssignmentOf({ ...one, principal: null })?.principal, {
    id: "u",
    type: "other",
    name: null,
  });
  for (const broken of [
    one,
    { ...one, principal: { ...user, id: "V" } },
    { ...one, principal: { id: "U" } },
    { ...one, principal: user, endDateTime: "soon" },
  ]) {
    assert.equal(roleAssignmentOf(broken), null, JSON.stringify(broken));
  }
});

test("a certificate is one, though Graph lists it to sign and to verify; a time that is none makes the application unread", () => {
  const key = {
    displayName: "CN=app",
    customKeyIdentifier: "AB12",
    startDateTime: "2026-01-01T00:00:00Z",
    endDateTime: "2027-01-01T00:00:00Z",
  };
  const app = (keyCredentials: unknown) => applicationOf({ id: "a", appId: "B", keyCredentials });
  assert.equal(
    app([
      { ...key, keyId: "1" },
      { ...key, keyId: "2" },
    ])?.credentials.length,
    1,
  );
  assert.equal(app([key, { ...key, customKeyIdentifier: "CD34" }])?.credentials.length, 2);
  assert.equal(app([{ ...key, endDateTime: "never" }]), null);
  assert.equal(app([{ ...key, endDateTime: null }]), null);
  assert.deepEqual(app(undefined)?.credentials, []);
  assert.equal(servicePrincipalOf({ id: "a", appId: "B" }), null);
});

test("permissions without a name are left out", () => {
  const sent = {
    appRoles: [
      { id: "A", value: "User.Read.All" },
      { id: "b", value: null },
    ],
  };
  assert.deepEqual(permissionsOf(sent), new Map([["a", "User.Read.All"]]));
  assert.equal(permissionsOf({}), null);
});

test("licences count while they are enabled or in grace, and P2 is P1 as well", () => {
  const plans = (servicePlanId: string, capabilityStatus: string) => {
    const part = organizationOf([
      {
        id: "t",
        onPremisesSyncEnabled: null,
        assignedPlans: [{ servicePlanId, capabilityStatus }],
      },
    ]);
    return part.kind === "read" ? [part.value.premium1, part.value.premium2] : part;
  };
  const p1 = "41781fb2-bc02-4b7c-bd55-b576c07bb09d";
  const p2 = "EEC0EB4F-6444-4F95-ABA0-50C24D67F998";
  assert.deepEqual(plans(p1, "Enabled"), [true, false]);
  assert.deepEqual(plans(p2, "Warning"), [true, true]);
  assert.deepEqual(plans(p2, "Deleted"), [false, false]);
  assert.equal(organizationOf([]).kind, "refused");
});

test("other settings than those of passwords are passed over", () => {
  const other = { templateId: "62375ab9-6b52-47ed-826b-58e47e0e304b", values: "x" };
  assert.deepEqual(passwordRulesOf([other]), { kind: "read", values: new Map() });
  assert.equal(passwordRulesOf([other, null]).kind, "refused");
});

test("the account of Entra Kerberos is known by any of its names, and none that only begins like it", () => {
  assert.ok(isCalledKerberos({ userPrincipalName: "KRBTGT_AzureAD@acme.example" }));
  assert.ok(isCalledKerberos({ onPremisesSamAccountName: "krbtgt_AzureAD" }));
  assert.ok(!isCalledKerberos({ displayName: "krbtgt_AzureAD of old" }));
});
