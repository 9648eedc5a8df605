import fc from "fast-check";
import type {
  Account,
  Ace,
  CertificateAuthority,
  CertificateTemplate,
  DirectoryObject,
  DnsZone,
  Domain,
  ForeignPrincipal,
  Group,
  IssuancePolicy,
  PasswordSettings,
  SecurityDescriptor,
  Trust,
  Unit,
} from "#engines/active-directory";
import { domainSid, makeDomain } from "#engines/active-directory/testing";

/** The sound domain's own, so that what is generated meets what is there. */
const sound = makeDomain();
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null });
const unread = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });

/** Texts as strangers write them. */
const text = (maxLength = 40) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.string({ maxLength, unit: "grapheme" }) },
    { weight: 2, arbitrary: fc.string({ maxLength, unit: "binary" }) },
    { weight: 1, arbitrary: fc.constantFrom("", "\u0000", "<b>", "\ud800", "x".repeat(1000)) },
  );
const integer = fc.oneof(fc.integer(), fc.constantFrom(0, -1, 0x7f_ff_ff_ff, -0x80_00_00_00));
const small = fc.integer({ min: 0, max: 64 });
/** Far in the past and in the future, and beyond what calendars hold. */
const time = fc.oneof(
  fc.integer({ min: sound.readAt - 2000 * 86_400_000, max: sound.readAt + 86_400_000 }),
  fc.maxSafeInteger(),
  fc.constantFrom(0, -1, 8.64e15, 8.64e15 + 1, -8.64e15 - 1),
);
const rids: readonly number[] = [
  498, 500, 501, 502, 512, 513, 514, 515, 516, 517, 518, 519, 520, 521, 525, 526, 527, 1000, 1101,
  1106, 5000, 5001, 5002,
];
const rid = fc.constantFrom(...rids);
const sid = fc.oneof(
  rid.map((one) => `${domainSid}-${one}`),
  rid.map((one) => `S-1-5-21-9-9-9-${one}`),
  fc.constantFrom("S-1-1-0", "S-1-5-7", "S-1-5-9", "S-1-5-10", "S-1-5-11", "S-1-5-18", "S-1-3-0"),
  fc.integer({ min: 544, max: 582 }).map((one) => `S-1-5-32-${one}`),
  fc.constantFrom("", "S-1", "S-1-5-21-"),
);
const guids = [
  "1131f6aa-9c07-11d1-f79f-00c04fc2dcd2",
  "1131f6ad-9c07-11d1-f79f-00c04fc2dcd2",
  "0e10c968-78fb-11d2-90d4-00c04f79dc55",
  "00299570-246d-11d0-a768-00aa006e0529",
  "bf9679c0-0de6-11d0-a285-00aa003049e2",
  "00000000-0000-0000-0000-000000000000",
];
const ace: fc.Arbitrary<Ace> = fc.record({
  allow: fc.boolean(),
  sid,
  mask: fc.oneof(fc.constantFrom(0xf_01_ff, 0x4_00_00, 0x8_00_00, 0x100, 0x20, 0x1), integer),
  objectType: maybe(fc.constantFrom(...guids)),
  inheritedObjectType: maybe(fc.constantFrom(...guids)),
  inherited: fc.boolean(),
  inheritOnly: fc.boolean(),
});
const descriptor: fc.Arbitrary<SecurityDescriptor> = fc.record({
  owner: maybe(sid),
  aces: maybe(fc.array(ace, { maxLength: 4 })),
});
/** Names that exist, and names of nobody. */
const key = fc.oneof(
  fc.constantFrom(...[...sound.accounts, ...sound.groups].map((one) => one.key)),
  fc.constantFrom(...Array.from({ length: 6 }, (_, i) => `cn=any${i},dc=acme,dc=test`)),
  fc.constantFrom("cn=s-1-5-7,cn=foreignsecurityprincipals,dc=acme,dc=test", "", ",", "cn=\\,"),
);
const keys = fc.array(key, { maxLength: 4 });

const object: fc.Arbitrary<DirectoryObject> = fc.record({
  dn: text(60),
  key,
  id: fc.uuid(),
  name: fc.oneof(text(), fc.constantFrom("DnsAdmins", "AZUREADSSOACC$", "krbtgt_7")),
  descriptor: maybe(descriptor),
});

const account: fc.Arbitrary<Account> = fc
  .tuple(
    object,
    fc.record({
      kind: fc.constantFrom<Account["kind"]>(
        "user",
        "computer",
        "managed_service",
        "group_managed_service",
        "delegated_managed_service",
      ),
      sid,
      flags: maybe(fc.oneof(fc.constantFrom(0x200, 0x1000, 0x1_02_00, 0x8_20_00), integer)),
      passwordSetAt: unread(maybe(time)),
      lastSignInAt: maybe(time),
      createdAt: maybe(time),
      primaryGroupId: maybe(rid),
      adminCount: fc.boolean(),
      servicePrincipalNames: fc.array(text(300), { maxLength: 3 }),
      delegatesTo: fc.array(
        fc.oneof(text(), fc.constantFrom("ldap/dc1.acme.test", "HOST/DC1", "x/y/z")),
        { maxLength: 3 },
      ),
      actsOnBehalf: maybe(descriptor),
      encryptionTypes: maybe(fc.oneof(fc.integer({ min: 0, max: 31 }), integer)),
    }),
    fc.record({
      sidHistory: fc.array(sid, { maxLength: 3 }),
      hostName: maybe(text(300)),
      operatingSystem: maybe(
        fc.oneof(
          text(300),
          fc.constantFrom("Windows 7", "Windows Server 2012 R2", "Windows 10 Pro"),
        ),
      ),
      operatingSystemVersion: maybe(text(100)),
      hasClearPassword: unread(fc.boolean()),
      hasLaps: fc.boolean(),
      keyCredentials: small,
      certificateMappings: fc.array(text(1000), { maxLength: 4 }),
      passwordSettings: fc.array(key, { maxLength: 2 }),
    }),
  )
  .map((parts) => Object.assign({}, ...parts) as Account);

const group: fc.Arbitrary<Group> = fc
  .tuple(
    object,
    fc.record({
      sid,
      groupType: integer,
      adminCount: fc.boolean(),
      members: unread(keys),
      sidHistory: fc.array(sid, { maxLength: 2 }),
    }),
  )
  .map((parts) => Object.assign({}, ...parts) as Group);

const policy = {
  minLength: maybe(integer),
  complexity: maybe(fc.boolean()),
  reversible: maybe(fc.boolean()),
  lockoutThreshold: maybe(integer),
  maxAgeMs: maybe(time),
};
const withObject = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.tuple(object, fc.record(model)).map(([one, more]) => ({ ...one, ...more }));

const trust = withObject<Omit<Trust, keyof DirectoryObject>>({
  partner: text(),
  partnerSid: maybe(sid),
  direction: fc.integer({ min: -1, max: 4 }),
  type: fc.integer({ min: 0, max: 5 }),
  attributes: integer,
  encryptionTypes: maybe(integer),
});
const settings = withObject<Omit<PasswordSettings, keyof DirectoryObject>>({
  ...policy,
  precedence: maybe(integer),
  appliesTo: keys,
});
const unit = withObject<Omit<Unit, keyof DirectoryObject>>({
  kind: fc.constantFrom("organizational_unit", "container"),
  groupPolicies: keys,
});
const oid = fc.constantFrom("1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.1", "2.5.29.37.0", "", "1.2.3");
const oids = fc.array(oid, { maxLength: 3 });
const template = withObject<Omit<CertificateTemplate, keyof DirectoryObject>>({
  schemaVersion: fc.integer({ min: -1, max: 5 }),
  nameFlags: fc.oneof(small, integer),
  enrollmentFlags: fc.oneof(small, integer),
  signatures: small,
  extendedKeyUsages: oids,
  applicationPolicies: oids,
  agentPolicies: fc.array(text(), { maxLength: 2 }),
  issuancePolicies: oids,
  publishedBy: fc.array(text(), { maxLength: 2 }),
});
const authority = withObject<Omit<CertificateAuthority, keyof DirectoryObject>>({
  hostName: maybe(text(300)),
  templates: fc.array(text(), { maxLength: 3 }),
});
const issuance = withObject<Omit<IssuancePolicy, keyof DirectoryObject>>({
  oid,
  group: maybe(key),
});
const zone = withObject<Omit<DnsZone, keyof DirectoryObject>>({ allowUpdate: maybe(small) });
const foreign: fc.Arbitrary<ForeignPrincipal> = fc.record({ key, sid });
const several = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });

/** Several with ids of their own, as the directory keeps them. */
const apart = <T extends { readonly id: string }>(arbitrary: fc.Arbitrary<T>, maxLength = 3) =>
  fc.uniqueArray(arbitrary, { maxLength, selector: ({ id }) => id });

/** A domain of whatever can stand in a directory, the sound accounts and groups among the generated ones or not. */
export const anyDomain: fc.Arbitrary<Domain> = fc
  .tuple(
    fc.boolean(),
    fc.record({
      accounts: apart(account, 6),
      groups: apart(group, 6),
      foreignPrincipals: several(foreign),
      passwordPolicy: fc.record(policy),
      rootSid: fc.constantFrom(domainSid, null, "S-1-5-21-9-9-9"),
      machineAccountQuota: maybe(integer),
      functionalLevel: maybe(integer),
      forestFunctionalLevel: maybe(integer),
      dsHeuristics: maybe(text(40)),
      recycleBin: maybe(fc.boolean()),
      kdsRootKey: maybe(fc.boolean()),
      descriptor: maybe(descriptor),
      adminSdHolder: maybe(object),
    }),
    fc.record({
      schema: fc.record({
        legacyLaps: maybe(fc.boolean()),
        windowsLaps: maybe(fc.boolean()),
        delegatedManagedServiceAccounts: maybe(fc.boolean()),
        version: maybe(small),
      }),
      groupPolicies: apart(object.map((one) => ({ ...one, filePath: one.dn }))),
      linkedGroupPolicies: keys,
      trusts: apart(trust),
      passwordSettings: maybe(apart(settings)),
      units: apart(unit),
      certificateTemplates: maybe(apart(template)),
      certificateAuthorities: maybe(apart(authority)),
      issuancePolicies: maybe(apart(issuance)),
      dnsZones: maybe(apart(zone)),
    }),
  )
  .map(([withSound, one, two]): Domain => {
    const both = { ...sound, ...one, ...two };
    if (!withSound) return both;
    return {
      ...both,
      accounts: [...sound.accounts, ...one.accounts],
      groups: [...sound.groups, ...one.groups],
    };
  });
