import { dnKey, fileTimeSpan, type PasswordSettings, type Trust } from "#engines/active-directory";
import { objectAttributes, type ObjectReader } from "./directory-object.ts";
import { readListing } from "./listing.ts";
import type { Reader } from "./reader.ts";
import type { Root } from "./root.ts";

/** Null: they could not be read. @throws DirectoryRefused */
export async function readTrusts(
  reader: Reader,
  objects: ObjectReader,
  { baseDn, token }: Pick<Root, "baseDn" | "token">,
): Promise<Trust[] | null> {
  return readListing(
    reader,
    objects,
    token,
    {
      what: "trusts",
      base: `CN=System,${baseDn}`,
      scope: "one",
      filter: "(objectClass=trustedDomain)",
      attributes: [
        ...objectAttributes,
        "cn",
        "trustPartner",
        "securityIdentifier",
        "trustDirection",
        "trustType",
        "trustAttributes",
        "msDS-SupportedEncryptionTypes",
      ],
    },
    (entry) => {
      const object = objects.object(entry, ["trustpartner", "cn"]);
      return {
        ...object,
        partner: object.name,
        partnerSid: entry.sid("securityidentifier"),
        direction: entry.number("trustdirection") ?? 0,
        type: entry.number("trusttype") ?? 0,
        attributes: entry.number("trustattributes") ?? 0,
        encryptionTypes: entry.number("msds-supportedencryptiontypes"),
      };
    },
  );
}

/**
 * Reads fine-grained password policies. Null: they could not be read; an ordinary user sees none unless it is given the right.
 *
 * @throws DirectoryRefused
 */
export async function readPasswordSettings(
  reader: Reader,
  objects: ObjectReader,
  { baseDn, token }: Pick<Root, "baseDn" | "token">,
): Promise<PasswordSettings[] | null> {
  return readListing(
    reader,
    objects,
    token,
    {
      what: "password settings",
      base: `CN=Password Settings Container,CN=System,${baseDn}`,
      scope: "one",
      filter: "(objectClass=msDS-PasswordSettings)",
      attributes: [
        ...objectAttributes,
        "displayName",
        "cn",
        "msDS-MinimumPasswordLength",
        "msDS-PasswordComplexityEnabled",
        "msDS-PasswordReversibleEncryptionEnabled",
        "msDS-LockoutThreshold",
        "msDS-MaximumPasswordAge",
        "msDS-PasswordSettingsPrecedence",
        "msDS-PSOAppliesTo",
      ],
    },
    (entry) => ({
      ...objects.object(entry, ["displayname", "cn"]),
      minLength: entry.number("msds-minimumpasswordlength"),
      complexity: entry.boolean("msds-passwordcomplexityenabled"),
      reversible: entry.boolean("msds-passwordreversibleencryptionenabled"),
      lockoutThreshold: entry.number("msds-lockoutthreshold"),
      maxAgeMs: fileTimeSpan(entry.text("msds-maximumpasswordage") ?? ""),
      precedence: entry.number("msds-passwordsettingsprecedence"),
      appliesTo: entry.texts("msds-psoappliesto").map(dnKey),
    }),
  );
}
