import {
  type DirectoryObject,
  dnKey,
  type GroupPolicy,
  type Unit,
} from "#engines/active-directory";
import { objectAttributes, type ObjectReader } from "./directory-object.ts";
import { linkedGroupPolicies } from "./group-policy-links.ts";
import { readListing } from "./listing.ts";
import type { Reader } from "./reader.ts";
import type { Root } from "./root.ts";

/** Reads organisational units and containers. @throws DirectoryRefused */
export async function readUnits(
  reader: Reader,
  objects: ObjectReader,
  baseDn: string,
): Promise<Unit[]> {
  const units: Unit[] = [];
  const system = `,${dnKey(`CN=System,${baseDn}`)}`;
  await reader.each(
    {
      what: "organisational units",
      base: baseDn,
      scope: "sub",
      filter:
        "(|(objectClass=organizationalUnit)(&(objectClass=container)(!(objectClass=groupPolicyContainer))))",
      attributes: [...objectAttributes, "objectClass", "ou", "cn", "gPLink"],
    },
    (entry) => {
      const object = objects.object(entry, ["ou", "cn"]);
      // The folders that the system keeps its own things in, two for each group policy: nobody puts accounts there.
      if (object.key.endsWith(system)) return;
      const isUnit = entry.texts("objectclass").includes("organizationalUnit");
      units.push({
        ...object,
        kind: isUnit ? "organizational_unit" : "container",
        groupPolicies: linkedGroupPolicies(entry.text("gplink")),
      });
    },
  );
  return units;
}

/** Null: they could not be read. @throws DirectoryRefused */
export async function readGroupPolicies(
  reader: Reader,
  objects: ObjectReader,
  { baseDn, token }: Pick<Root, "baseDn" | "token">,
): Promise<GroupPolicy[] | null> {
  const question = {
    what: "group policies",
    base: `CN=Policies,CN=System,${baseDn}`,
    scope: "one",
    filter: "(objectClass=groupPolicyContainer)",
    attributes: [...objectAttributes, "displayName", "cn", "gPCFileSysPath"],
  } as const;
  return readListing(reader, objects, token, question, (entry) => ({
    ...objects.object(entry, ["displayname", "cn"]),
    filePath: entry.words("gpcfilesyspath", 500) ?? "",
  }));
}

/** What the permissions of privileged accounts are made after; null: it may not be seen. @throws DirectoryRefused */
export async function readAdminSdHolder(
  reader: Reader,
  objects: ObjectReader,
  baseDn: string,
): Promise<DirectoryObject | null> {
  const dn = `CN=AdminSDHolder,CN=System,${baseDn}`;
  const entry = await reader.one(dn, "AdminSDHolder", objectAttributes);
  return entry === null ? null : objects.object(entry, []);
}
