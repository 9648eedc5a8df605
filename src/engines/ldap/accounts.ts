import {
  type Account,
  dnKey,
  type DnKey,
  fileTime,
  generalizedTime,
} from "#engines/active-directory";
import { isAdministrator } from "./access.ts";
import { objectAttributes, type ObjectReader, unknownSid } from "./directory-object.ts";
import type { Entry } from "./entry.ts";
import type { Reader } from "./reader.ts";
import type { Root } from "./root.ts";

const accountAttributes: readonly string[] = [
  ...objectAttributes,
  "objectSid",
  "objectClass",
  "sAMAccountName",
  "userAccountControl",
  "pwdLastSet",
  "lastLogonTimestamp",
  "whenCreated",
  "primaryGroupID",
  "adminCount",
  "servicePrincipalName",
  "msDS-AllowedToDelegateTo",
  "msDS-AllowedToActOnBehalfOfOtherIdentity",
  "msDS-SupportedEncryptionTypes",
  "sIDHistory",
  "msDS-KeyCredentialLink",
  "altSecurityIdentities",
];
/** Of fine-grained password policies those that name it, and the one that applies, which the server works out for each user. */
const policyAttributes: readonly string[] = ["msDS-PSOApplied", "msDS-ResultantPSO"];
const computerAttributes: readonly string[] = [
  ...accountAttributes,
  "dNSHostName",
  "operatingSystem",
  "operatingSystemVersion",
  // When the password ends that LAPS keeps, of the old one and of Windows' own. The password itself is never asked for.
  "ms-Mcs-AdmPwdExpirationTime",
  "msLAPS-PasswordExpirationTime",
];

const kinds = new Map<string, Account["kind"]>([
  ["computer", "computer"],
  ["msds-managedserviceaccount", "managed_service"],
  ["msds-groupmanagedserviceaccount", "group_managed_service"],
  ["msds-delegatedmanagedserviceaccount", "delegated_managed_service"],
]);

/** So that tens of thousands of accounts without any do not each have a list of their own. */
const noTexts: readonly string[] = Object.freeze([]);
const longestText = 500;

/**
 * Reads all accounts of a domain: users, computers, and service accounts.
 *
 * @param hasPolicies there are, or may be, fine-grained password policies: which of them apply is only asked then
 * @throws DirectoryRefused
 */
export async function readAccounts(
  reader: Reader,
  objects: ObjectReader,
  { baseDn, token }: Pick<Root, "baseDn" | "token">,
  hasPolicies: boolean,
): Promise<Account[]> {
  const withPassword = await readClearPasswords(reader, baseDn);
  // Both attributes are kept from others: that they see no value says nothing.
  const without = isAdministrator(token) ? false : undefined;
  const hasClearPassword = (key: DnKey) => withPassword.has(key) || without;
  const accounts: Account[] = [];
  const take = (entry: Entry) => void accounts.push(accountOf(entry, objects, hasClearPassword));
  await reader.each(
    {
      what: "users",
      base: baseDn,
      scope: "sub",
      // inetOrgPerson is a user as well; so are computers, and service accounts are computers.
      filter: "(&(objectClass=user)(!(objectClass=computer)))",
      attributes: hasPolicies ? [...accountAttributes, ...policyAttributes] : accountAttributes,
    },
    take,
  );
  await reader.each(
    {
      what: "computers",
      base: baseDn,
      scope: "sub",
      filter: "(objectClass=computer)",
      attributes: computerAttributes,
    },
    take,
  );
  return accounts;
}

/** Which accounts have a password that can be read as it is: their names alone, never a value. */
async function readClearPasswords(reader: Reader, baseDn: string): Promise<ReadonlySet<DnKey>> {
  const keys = new Set<DnKey>();
  await reader.each(
    {
      what: "passwords in clear",
      base: baseDn,
      scope: "sub",
      filter: "(&(objectClass=user)(|(unixUserPassword=*)(userPassword=*)))",
      attributes: ["1.1"],
    },
    (entry) => keys.add(dnKey(entry.dn)),
  );
  return keys;
}

function accountOf(
  entry: Entry,
  objects: ObjectReader,
  hasClearPassword: (key: DnKey) => boolean | undefined,
): Account {
  const object = objects.object(entry, ["samaccountname"]);
  const passwordSetAt = entry.text("pwdlastset") ?? "";
  const createdAt = entry.text("whencreated");
  return {
    ...object,
    kind: kindOf(entry),
    sid: entry.sid("objectsid") ?? unknownSid,
    flags: entry.number("useraccountcontrol"),
    passwordSetAt: /^\d+$/.test(passwordSetAt) ? fileTime(passwordSetAt) : undefined,
    lastSignInAt: fileTime(entry.text("lastlogontimestamp") ?? ""),
    createdAt: createdAt === null ? null : generalizedTime(createdAt),
    primaryGroupId: entry.number("primarygroupid"),
    adminCount: (entry.number("admincount") ?? 0) > 0,
    servicePrincipalNames: textsOf(entry, "serviceprincipalname"),
    delegatesTo: textsOf(entry, "msds-allowedtodelegateto"),
    actsOnBehalf: objects.descriptor(entry, "msds-allowedtoactonbehalfofotheridentity"),
    encryptionTypes: entry.number("msds-supportedencryptiontypes"),
    sidHistory: entry.has("sidhistory") ? entry.sids("sidhistory") : noTexts,
    hostName: entry.words("dnshostname", 255)?.toLowerCase() ?? null,
    operatingSystem: entry.words("operatingsystem", 100),
    operatingSystemVersion: entry.words("operatingsystemversion", 100),
    hasClearPassword: hasClearPassword(object.key),
    hasLaps: entry.has("ms-mcs-admpwdexpirationtime") || entry.has("mslaps-passwordexpirationtime"),
    keyCredentials: entry.values("msds-keycredentiallink").length,
    certificateMappings: textsOf(entry, "altsecurityidentities"),
    passwordSettings: passwordSettingsOf(entry),
  };
}

/** The most special class that it has. */
function kindOf(entry: Entry): Account["kind"] {
  let kind: Account["kind"] = "user";
  for (const name of entry.texts("objectclass")) {
    const found = kinds.get(name.toLowerCase());
    if (found !== undefined && (kind === "user" || found !== "computer")) kind = found;
  }
  return kind;
}

/** As the directory has them, but none longer than anybody writes them. */
function textsOf(entry: Entry, name: string): readonly string[] {
  if (!entry.has(name)) return noTexts;
  return entry.texts(name).map((text) => text.slice(0, longestText));
}

/** What is worked out of all that apply comes before what names the account itself. */
function passwordSettingsOf(entry: Entry): readonly DnKey[] {
  const resultant = entry.texts("msds-resultantpso");
  const names = resultant.length > 0 ? resultant : entry.texts("msds-psoapplied");
  return names.length === 0 ? noTexts : names.map(dnKey);
}
