import { type Right, accessMask, ownership } from "./rights.ts";

/*
 * What gives control over which kind of object. Extended rights: MS-ADTS 5.1.3.2.1; validated writes: 5.1.3.2.2; property sets:
 * 3.1.1.2.3.3; properties and classes: the schemaIDGUID of MS-ADA1 to 3 and MS-ADSC.
 */

const fullControl: Right = {
  words: "has full control of it",
  mask: accessMask.everything,
  objectTypes: [],
};
const changePermissions: Right = {
  words: "may change its permissions",
  mask: accessMask.changePermissions,
  objectTypes: [],
  within: [fullControl.words],
};
const takeOwnership: Right = {
  words: "may take ownership of it",
  mask: accessMask.takeOwnership,
  objectTypes: [],
  within: [fullControl.words],
};
const writeEverything: Right = {
  words: "may write all its properties",
  mask: accessMask.writeProperty,
  objectTypes: [],
  within: [fullControl.words],
};

function writeOf(words: string, ...objectTypes: readonly string[]): Right {
  return {
    words,
    mask: accessMask.writeProperty,
    objectTypes,
    within: [fullControl.words, writeEverything.words],
  };
}

function extended(words: string, ...objectTypes: readonly string[]): Right {
  return { words, mask: accessMask.controlAccess, objectTypes, within: [fullControl.words] };
}

const userAccountRestrictions = "4c164200-20c0-11d0-a768-00aa006e0529";
const publicInformation = "e48d0154-bcf8-11d1-8702-00c04fb96050";
const userLogon = "5f202010-79a5-11d0-9020-00c04fc2d4cf";
const membership = "bc0ac240-79a9-11d0-9020-00c04fc2d4cf";
/** Of the property, and of the validated write Self-Membership. */
const member = "bf9679c0-0de6-11d0-a285-00aa003049e2";

/** DS-Validated-Write-Computer, which is also the property set of the keys. */
const computerKeys = "9b026da6-0d3c-465c-8bee-5199d7165cba";

const resetPassword = extended("may reset its password", "00299570-246d-11d0-a768-00aa006e0529");
const writeKeyCredentials = writeOf(
  "may give it a key to sign in with (msDS-KeyCredentialLink)",
  "5b47d60f-6090-40b2-9f37-2a4de88f3063",
  computerKeys,
);
const writeCertificateMappings = writeOf(
  "may have it sign in by a certificate (altSecurityIdentities)",
  "00fbf30c-91fe-11d1-aebc-0000f80367c1",
  publicInformation,
);
const writeGroupPolicyLinks = writeOf(
  "may link group policies to it (gPLink)",
  "f30e3bbe-9ff0-11d1-b603-0000f80367c1",
);

/** Over any object. */
const ofAnything: readonly Right[] = [
  fullControl,
  changePermissions,
  takeOwnership,
  writeEverything,
];

/** In words, what lets somebody take all other rights to an object. */
export const wholeControl: ReadonlySet<string> = new Set([
  fullControl.words,
  changePermissions.words,
  takeOwnership.words,
  ownership,
]);

const ofUser: readonly Right[] = [
  resetPassword,
  writeKeyCredentials,
  writeCertificateMappings,
  writeOf(
    "may give it a service principal name, and so have its password guessed",
    "f3a64788-5306-11d1-a9c5-0000f80367c1",
    publicInformation,
  ),
  writeOf(
    "may switch off its pre-authentication (userAccountControl)",
    "bf967a68-0de6-11d0-a285-00aa003049e2",
    userAccountRestrictions,
  ),
  writeOf("may change its logon script", "bf9679a8-0de6-11d0-a285-00aa003049e2", userLogon),
];

const ofGroup: readonly Right[] = [
  writeOf("may change its members", member, membership),
  {
    words: "may make itself a member",
    mask: accessMask.validatedWrite,
    objectTypes: [member],
    within: [fullControl.words],
  },
];

/** What gives control over users, service accounts and computers that are none of the domain's controllers. */
export const controlOfUser: readonly Right[] = [...ofAnything, ...ofUser];

/** …over computers. */
export const controlOfComputer: readonly Right[] = [
  ...ofAnything,
  resetPassword,
  writeKeyCredentials,
  writeCertificateMappings,
  writeOf(
    "may say who signs in to it as anybody (msDS-AllowedToActOnBehalfOfOtherIdentity)",
    "3f78c3e5-f79a-46bd-a0b8-9d18116ddc79",
    userAccountRestrictions,
  ),
];

/** …over groups. */
export const controlOfGroup: readonly Right[] = [...ofAnything, ...ofGroup];

/** …over AdminSDHolder, whose entries are copied to users, computers and groups. */
export const controlOfAdminSdHolder: readonly Right[] = [...ofAnything, ...ofUser, ...ofGroup];

/** …over the domain itself and over organisational units. */
export const controlOfUnit: readonly Right[] = [...ofAnything, writeGroupPolicyLinks];

/** …over group policies. */
export const controlOfGroupPolicy: readonly Right[] = [
  ...ofAnything,
  writeOf(
    "may put another folder in its place (gPCFileSysPath)",
    "f30e3bc1-9ff0-11d1-b603-0000f80367c1",
  ),
];

/** …over certificate templates: what is in the way of a certificate for anybody can be written away. */
export const controlOfTemplate: readonly Right[] = [
  ...ofAnything,
  ...(
    [
      ["msPKI-Certificate-Name-Flag", "ea1dddc4-60ff-416e-8cc0-17cee534bce7"],
      ["msPKI-Enrollment-Flag", "d15ef7d8-f226-46db-ae79-b34e560bd12c"],
      ["pKIExtendedKeyUsage", "18976af6-3b9e-11d2-90cc-00c04fd91ab1"],
      ["msPKI-Certificate-Application-Policy", "dbd90548-aa37-4202-9966-8c537ba5ce32"],
      ["msPKI-RA-Signature", "fe17e04b-937d-4f7e-8e0e-9292c8d5683e"],
      ["msPKI-Certificate-Policy", "38942346-cc5b-424b-a7d8-6ffd12029c5f"],
    ] as const
  ).map(([name, objectType]) => writeOf(`may write ${name}`, objectType)),
];

/** …over the object of a certificate authority. */
export const controlOfAuthority: readonly Right[] = [
  ...ofAnything,
  writeOf(
    "may say which templates it hands out (certificateTemplates)",
    "2a39c5b1-8960-11d1-aebc-0000f80367c1",
  ),
];

/** …over an issuance policy. */
export const controlOfIssuancePolicy: readonly Right[] = [
  ...ofAnything,
  writeOf(
    "may say which group it stands for (msDS-OIDToGroupLink)",
    "f9c9a57c-3941-438d-bebf-0edaf2aca187",
  ),
];

/** Who may have a certificate of a template: Certificate-Enrollment. Certificate-AutoEnrollment alone gives none. */
export const enrolment: readonly Right[] = [
  {
    words: "may enrol",
    mask: accessMask.controlAccess,
    objectTypes: ["0e10c968-78fb-11d2-90d4-00c04f79dc55"],
  },
];

/** Who may replicate: DS-Replication-Get-Changes and DS-Replication-Get-Changes-All. Secrets take both. */
export const replication = {
  changes: extended("may replicate", "1131f6aa-9c07-11d1-f79f-00c04fc2dcd2"),
  secrets: extended("may replicate secrets", "1131f6ad-9c07-11d1-f79f-00c04fc2dcd2"),
} as const;

/** Who may make a delegated managed service account (the class msDS-DelegatedManagedServiceAccount) in a unit. */
export const makingDelegatedAccounts: readonly Right[] = [
  fullControl,
  changePermissions,
  takeOwnership,
  {
    words: "may create anything in it",
    mask: accessMask.createChild,
    objectTypes: [],
    within: [fullControl.words],
  },
  {
    words: "may create delegated managed service accounts in it",
    mask: accessMask.createChild,
    objectTypes: ["0feb936f-47b3-49f2-9386-1dedc2c23765"],
    within: [fullControl.words, "may create anything in it"],
  },
];
