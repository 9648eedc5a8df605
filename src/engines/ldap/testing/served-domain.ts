import { createHash } from "node:crypto";
import { aceBytes, descriptorBytes, sidBytes } from "#engines/active-directory/testing";
import type { ServedObject } from "./scripted-server.ts";

export const servedDn = "DC=served,DC=test";
const servedSid = "S-1-5-21-11-22-33";
const configurationDn = `CN=Configuration,${servedDn}`;

/** Owned by Domain Admins, who may do everything; who signed in may read. */
function soundDescriptor(): Buffer {
  const ace = {
    allow: true,
    objectType: null,
    inheritedObjectType: null,
    inherited: false,
    inheritOnly: false,
  };
  return descriptorBytes({
    owner: `${servedSid}-512`,
    group: `${servedSid}-512`,
    aces: [
      aceBytes({ ...ace, sid: `${servedSid}-512`, mask: 0xf_01_ff }),
      aceBytes({ ...ace, sid: "S-1-5-11", mask: 0x2_00_94 }),
    ],
  });
}

/** Any object; it has a GUID and a descriptor unless they are given. */
function servedObject(dn: string, attributes: ServedObject["attributes"]): ServedObject {
  const objectGUID = [createHash("md5").update(dn).digest()];
  return {
    dn,
    attributes: { objectGUID, nTSecurityDescriptor: [soundDescriptor()], ...attributes },
  };
}

export function servedUser(
  name: string,
  rid: number,
  attributes: ServedObject["attributes"] = {},
): ServedObject {
  return servedObject(`CN=${name},CN=Users,${servedDn}`, {
    objectClass: ["top", "person", "organizationalPerson", "user"],
    objectSid: [sidBytes(`${servedSid}-${rid}`)],
    sAMAccountName: [name],
    userAccountControl: ["512"],
    pwdLastSet: ["133500000000000000"],
    whenCreated: ["20240101000000.0Z"],
    primaryGroupID: ["513"],
    ...attributes,
  });
}

export function servedGroup(
  name: string,
  rid: number,
  attributes: ServedObject["attributes"] = {},
): ServedObject {
  return servedObject(`CN=${name},CN=Users,${servedDn}`, {
    objectClass: ["top", "group"],
    objectSid: [sidBytes(`${servedSid}-${rid}`)],
    sAMAccountName: [name],
    groupType: ["-2147483646"],
    ...attributes,
  });
}

/** What a domain must have to be read: what the server says of itself, the domain's head, and a unit. */
function servedHead(): ServedObject[] {
  const root = {
    objectClass: ["top"],
    defaultNamingContext: [servedDn],
    rootDomainNamingContext: [servedDn],
    configurationNamingContext: [configurationDn],
    schemaNamingContext: [`CN=Schema,${configurationDn}`],
    namingContexts: [servedDn, configurationDn],
    domainFunctionality: ["7"],
    forestFunctionality: ["7"],
    tokenGroups: [sidBytes("S-1-5-11")],
  };
  return [
    { dn: "", attributes: root },
    servedObject(servedDn, {
      objectClass: ["top", "domain", "domainDNS"],
      objectSid: [sidBytes(servedSid)],
      minPwdLength: ["14"],
      pwdProperties: ["1"],
    }),
    ...[`CN=System,${servedDn}`, `CN=Policies,CN=System,${servedDn}`].map((dn) =>
      servedObject(dn, { objectClass: ["top", "container"] }),
    ),
    servedObject(`OU=Domain Controllers,${servedDn}`, {
      objectClass: ["top", "organizationalUnit"],
      ou: ["Domain Controllers"],
    }),
  ];
}

/** The smallest domain: one user, who is an administrator. */
export function servedDomain(...more: readonly ServedObject[]): ServedObject[] {
  const administrator = servedUser("ada", 1101);
  const admins = servedGroup("Domain Admins", 512, { member: [administrator.dn] });
  return [...servedHead(), administrator, admins, ...more];
}
