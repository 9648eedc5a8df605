import {
  type DirectoryObject,
  type DnKey,
  type PasswordPolicy,
  type Sid,
  fileTimeSpan,
} from "#engines/active-directory";
import { DirectoryRefused } from "#engines/directory-types";
import { objectAttributes, type ObjectReader } from "./directory-object.ts";
import type { Entry } from "./entry.ts";
import { linkedGroupPolicies } from "./group-policy-links.ts";
import type { Reader } from "./reader.ts";

/** pwdProperties, MS-SAMR 2.2.1.6. */
const complexPassword = 1;
const reversiblePassword = 16;

/** The head of a domain, with what is set there. */
export interface DomainHead extends DirectoryObject {
  readonly sid: Sid;
  readonly passwordPolicy: PasswordPolicy;
  readonly machineAccountQuota: number | null;
  readonly functionalLevel: number | null;
  readonly linkedGroupPolicies: readonly DnKey[];
}

/** @throws DirectoryRefused when it may not be seen */
export async function readDomainHead(
  reader: Reader,
  objects: ObjectReader,
  baseDn: string,
): Promise<DomainHead> {
  const entry = await reader.one(baseDn, "settings of the domain", [
    ...objectAttributes,
    "objectSid",
    "minPwdLength",
    "pwdProperties",
    "lockoutThreshold",
    "maxPwdAge",
    "ms-DS-MachineAccountQuota",
    "msDS-Behavior-Version",
    "gPLink",
  ]);
  const sid = entry?.sid("objectsid") ?? null;
  if (entry === null || sid === null) {
    throw new DirectoryRefused(
      `${reader.whom} does not show the user the domain ${baseDn}: give it the right to read it.`,
    );
  }
  return {
    ...objects.object(entry, []),
    sid,
    passwordPolicy: passwordPolicyOf(entry),
    machineAccountQuota: entry.number("ms-ds-machineaccountquota"),
    functionalLevel: entry.number("msds-behavior-version"),
    linkedGroupPolicies: linkedGroupPolicies(entry.text("gplink")),
  };
}

function passwordPolicyOf(entry: Entry): PasswordPolicy {
  const properties = entry.number("pwdproperties");
  return {
    minLength: entry.number("minpwdlength"),
    complexity: properties === null ? null : (properties & complexPassword) !== 0,
    reversible: properties === null ? null : (properties & reversiblePassword) !== 0,
    lockoutThreshold: entry.number("lockoutthreshold"),
    maxAgeMs: fileTimeSpan(entry.text("maxpwdage") ?? ""),
  };
}
