import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntraTenant, Fields } from "../tenant.ts";
import { ask, assertNeeds, assertNotApplicable, assertUnread, found } from "../testing/ask.ts";
import { makeTenant, read, refused } from "../testing/make-tenant.ts";

const tenantId = makeTenant().id;

function withAuthorization(change: Fields): EntraTenant {
  const tenant = makeTenant();
  assert.ok(tenant.authorization.kind === "read");
  const { value } = tenant.authorization;
  const defaults = value["defaultUserRolePermissions"];
  assert.ok(typeof defaults === "object" && defaults !== null);
  const { defaultUserRolePermissions: inner, ...outer } = change;
  return makeTenant({
    authorization: read({
      value: {
        ...value,
        ...outer,
        defaultUserRolePermissions:
          typeof inner === "object" && inner !== null ? { ...defaults, ...inner } : defaults,
      },
    }),
  });
}

test("each setting of the authorization policy is bad, good, or not known", () => {
  const rows: [rule: string, bad: [Fields, RegExp][], good: Fields[], unknown: Fields[]][] = [
    [
      "users-may-register-applications",
      [
        [
          { defaultUserRolePermissions: { allowedToCreateApps: true } },
          /allowedToCreateApps is true/,
        ],
      ],
      [],
      [
        { defaultUserRolePermissions: { allowedToCreateApps: null } },
        { defaultUserRolePermissions: { allowedToCreateApps: "true" } },
      ],
    ],
    [
      "consent-to-risky-applications",
      [[{ allowUserConsentForRiskyApps: true }, /may consent to risky applications/]],
      [{ allowUserConsentForRiskyApps: false }, { allowUserConsentForRiskyApps: null }],
      [{ allowUserConsentForRiskyApps: undefined }, { allowUserConsentForRiskyApps: 0 }],
    ],
    [
      "guests-see-the-directory",
      [
        [
          { guestUserRoleId: "10DAE51F-b6af-4016-8d66-8c2a99b929b3" },
          /^Guests have limited access/,
        ],
        [{ guestUserRoleId: "a0b1b346-4d3e-4e8b-98f8-753987be4970" }, /same access as members/],
      ],
      [{ guestUserRoleId: "2AF84B1E-32c8-42b7-82bc-daa82404023b" }],
      [{ guestUserRoleId: "00000000-0000-0000-0000-000000000000" }, { guestUserRoleId: null }],
    ],
    [
      "guest-invitations-open",
      [
        [{ allowInvitesFrom: "everyone" }, /^Everybody may invite guests/],
        [{ allowInvitesFrom: "adminsGuestInvitersAndAllMembers" }, /^Every member/],
      ],
      [{ allowInvitesFrom: "none" }],
      [{ allowInvitesFrom: "unknownFutureValue" }, { allowInvitesFrom: "constructor" }],
    ],
    [
      "administrators-may-reset-their-own-password",
      [[{ allowedToUseSSPR: true }, /allowedToUseSSPR is true/]],
      [],
      [{ allowedToUseSSPR: undefined }],
    ],
  ];
  for (const [rule, bad, good, unknown] of rows) {
    for (const [fields, evidence] of bad) {
      assert.match(found(rule, withAuthorization(fields))[0]?.[2] ?? "", evidence);
    }
    for (const fields of good) assert.deepEqual(found(rule, withAuthorization(fields)), []);
    for (const fields of unknown) assertUnread(rule, withAuthorization(fields), [tenantId]);
    assertNeeds(rule, makeTenant({ authorization: refused("Needs it.") }), "Needs it.");
  }
});

test("users may consent to nothing, to little, to anything, or by a policy that is not known", () => {
  const rule = "users-may-consent-to-applications";
  const of = (permissionGrantPoliciesAssigned: unknown) =>
    withAuthorization({ defaultUserRolePermissions: { permissionGrantPoliciesAssigned } });
  const forSelf = (name: string) => `ManagePermissionGrantsForSelf.${name}`;
  for (const fine of [
    [],
    [forSelf("microsoft-user-default-low"), "ManagePermissionGrantsForOwnedResource.for-teams"],
    [forSelf("microsoft-user-default-recommended")],
  ]) {
    assert.deepEqual(found(rule, of(fine)), []);
  }
  const [any] = found(rule, of([forSelf("microsoft-user-default-legacy"), forSelf("own")]));
  assert.deepEqual(any?.slice(0, 2), ["Acme", ""]);
  assert.deepEqual(found(rule, of([forSelf("own")])), [
    ["Acme", "MEDIUM", "Users may consent by policies of the tenant's own, to be looked at: own."],
  ]);
  for (const unknown of [null, undefined, "", [1]]) assertUnread(rule, of(unknown), [tenantId]);
  assertNeeds(rule, makeTenant({ authorization: refused("Needs it.") }), "Needs it.");
});

test("requests for consent are possible, and end after 30 days", () => {
  const rule = "admin-consent-workflow-off";
  const of = (value: Fields) => makeTenant({ consentRequests: read({ value }) });
  assert.deepEqual(found(rule, of({ isEnabled: true, requestDurationInDays: 30 })), []);
  assert.deepEqual(found(rule, of({ isEnabled: true, requestDurationInDays: 31 })), [
    ["Acme", "", "Requests for consent end after 31 days; the limit is 30."],
  ]);
  assert.deepEqual(found(rule, of({ isEnabled: false, requestDurationInDays: 0 })), [
    ["Acme", "", "The workflow for admin consent is off."],
  ]);
  assertUnread(rule, of({ isEnabled: true }), [tenantId]);
  assert.equal(found(rule, of({ isEnabled: false })).length, 1);
  assertNeeds(rule, makeTenant({ consentRequests: refused("Needs it.") }), "Needs it.");
});

function withMethod(id: string, fields: Fields | null): EntraTenant {
  const tenant = makeTenant();
  assert.ok(tenant.methods.kind === "read");
  const byId = new Map(tenant.methods.byId);
  if (fields === null) byId.delete(id);
  else byId.set(id, { ...byId.get(id), ...fields });
  return makeTenant({ methods: read({ byId }) });
}

test("SMS and voice calls are a finding each, and not known when Graph does not say", () => {
  const rule = "sms-and-voice-allowed";
  for (const id of ["Sms", "Voice"]) {
    assert.equal(found(rule, withMethod(id, { state: "enabled" })).length, 1);
    assertUnread(rule, withMethod(id, null), [id]);
    assertUnread(rule, withMethod(id, { state: "unknownFutureValue" }), [id]);
  }
  assertNeeds(rule, makeTenant({ methods: refused("Needs it.") }), "Needs it.");
});

test("security keys must be on and attested", () => {
  const rule = "fido2-off-or-unattested";
  assert.match(found(rule, withMethod("Fido2", { state: "disabled" }))[0]?.[2] ?? "", /is off/);
  assert.match(
    found(rule, withMethod("Fido2", { isAttestationEnforced: false }))[0]?.[2] ?? "",
    /not enforced/,
  );
  assertUnread(rule, withMethod("Fido2", { isAttestationEnforced: null }), ["Fido2"]);
});

test("Authenticator shows to all users what is approved, or is not in use", () => {
  const rule = "authenticator-without-context";
  const id = "MicrosoftAuthenticator";
  const feature = (state: string, group = "all_users") => ({ state, includeTarget: { id: group } });
  const settings = (app: object, place: object) =>
    withMethod(id, {
      featureSettings: {
        displayAppInformationRequiredState: app,
        displayLocationInformationRequiredState: place,
      },
    });
  assert.deepEqual(found(rule, settings(feature("enabled"), feature("default")))[0]?.slice(2), [
    "Requests do not say where the sign-in comes from: it is left to Microsoft (state default).",
  ]);
  assert.deepEqual(
    found(rule, settings(feature("disabled"), feature("enabled", "id-pilot")))[0]?.slice(2),
    [
      "Requests do not say which application is signed in to (state disabled).",
      "Requests say where the sign-in comes from to the members of one group only.",
    ],
  );
  assertUnread(rule, withMethod(id, { featureSettings: null }), [id]);
  assertUnread(rule, withMethod(id, { state: null }), [id]);
  assertNotApplicable(rule, withMethod(id, { state: "disabled" }), /switched off/);
});

test("passwords are guessed ten times a minute at most, and banned ones refused in Active Directory where there is one", () => {
  const rule = "password-protection-weak";
  const of = (values: Readonly<Record<string, string>>, synchronised: boolean | null = true) =>
    makeTenant({
      passwordRules: read({ values: new Map(Object.entries(values)) }),
      organization: read({ value: { synchronised, premium1: true, premium2: true } }),
    });
  const onPremises = {
    EnableBannedPasswordCheckOnPremises: "True",
    BannedPasswordCheckOnPremisesMode: "Enforce",
  };
  const evidence = (...args: Parameters<typeof of>) => found(rule, of(...args))[0]?.slice(2);
  assert.equal(
    evidence({ ...onPremises, LockoutThreshold: "10", LockoutDurationInSeconds: "60" }),
    undefined,
  );
  assert.deepEqual(
    evidence({ ...onPremises, LockoutThreshold: "11", LockoutDurationInSeconds: "59" }),
    [
      "Accounts are locked after 11 wrong passwords; the limit is 10.",
      "Accounts are locked for 59 seconds; the least is 60.",
    ],
  );
  assert.deepEqual(evidence({}), [
    "Active Directory refuses no banned passwords: nobody has changed the settings, whose default refuses none.",
  ]);
  assert.match(
    evidence({ ...onPremises, BannedPasswordCheckOnPremisesMode: "Audit" })?.[0] ?? "",
    /mode Audit/,
  );
  assert.equal(evidence({}, false), undefined);
  assertUnread(rule, of(onPremises, null), [tenantId]);
  assertUnread(rule, of({ ...onPremises, LockoutThreshold: "many" }), [tenantId]);
  assertUnread(rule, of({ ...onPremises, BannedPasswordCheckOnPremisesMode: "New" }), [tenantId]);
  assertNeeds(rule, makeTenant({ passwordRules: refused("Needs it.") }), "Needs it.");
  assertNeeds(rule, makeTenant({ organization: refused("Needs that.") }), "Needs that.");
});

test("a setting is read where it is, and not from what every object has", () => {
  const verdict = ask(
    "users-may-register-applications",
    makeTenant({ authorization: read({ value: { defaultUserRolePermissions: "x" } }) }),
  );
  assert.partialDeepStrictEqual(verdict, { kind: "evaluated", found: [], unread: [tenantId] });
});
