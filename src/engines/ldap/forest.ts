import { type Domain, dnKey } from "#engines/active-directory";
import { isAdministrator } from "./access.ts";
import type { Reader } from "./reader.ts";
import type { Root } from "./root.ts";

/** What is set for the whole forest. Null: it could not be read. */
export interface Forest {
  readonly netBiosName: string | null;
  /** Keys of all partitions of the forest. */
  readonly partitions: ReadonlySet<string>;
  readonly functionalLevel: number | null;
  readonly dsHeuristics: string | null;
  readonly recycleBin: boolean | null;
  readonly kdsRootKey: boolean | null;
  readonly schema: Domain["schema"];
}

/** @throws DirectoryRefused */
export async function readForest(reader: Reader, root: Root): Promise<Forest> {
  const partitions = await readPartitions(reader, root);
  return {
    ...partitions,
    dsHeuristics: await readHeuristics(reader, root),
    kdsRootKey: await readKdsRootKey(reader, root),
    schema: await readSchema(reader, root),
  };
}

async function readPartitions(reader: Reader, { configurationDn, baseDn, ...root }: Root) {
  const base = `CN=Partitions,${configurationDn}`;
  const what = "partitions of the forest";
  const head = await reader.one(base, what, ["msDS-EnabledFeature", "msDS-Behavior-Version"]);
  const partitions = new Set<string>();
  let netBiosName: string | null = null;
  const filter = "(objectClass=crossRef)";
  const attributes = ["nCName", "nETBIOSName"];
  await reader.each({ what, base, scope: "one", filter, attributes }, (entry) => {
    const key = dnKey(entry.text("ncname") ?? "");
    partitions.add(key);
    if (key === dnKey(baseDn)) netBiosName = entry.words("netbiosname", 60);
  });
  const features = head?.texts("msds-enabledfeature").map(dnKey);
  return {
    netBiosName,
    partitions,
    functionalLevel: head?.number("msds-behavior-version") ?? root.forestFunctionalLevel,
    recycleBin: features?.some((key) => key.startsWith("cn=recycle bin feature,")) ?? null,
  };
}

/** dSHeuristics, MS-ADTS 6.1.1.2.4.1.2. */
async function readHeuristics(reader: Reader, { configurationDn }: Root): Promise<string | null> {
  const dn = `CN=Directory Service,CN=Windows NT,CN=Services,${configurationDn}`;
  const entry = await reader.one(dn, "settings of the forest", ["dSHeuristics"]);
  return entry === null ? null : (entry.text("dsheuristics") ?? "");
}

/** Only administrators see these keys, so that for others none is no answer; their names alone are read. */
async function readKdsRootKey(reader: Reader, { configurationDn, token }: Root) {
  let count = 0;
  const wasRead = await reader.each(
    {
      what: "keys of managed service accounts",
      base: `CN=Master Root Keys,CN=Group Key Distribution Service,CN=Services,${configurationDn}`,
      scope: "one",
      filter: "(objectClass=*)",
      attributes: ["1.1"],
    },
    () => count++,
  );
  if (count > 0) return true;
  return wasRead && isAdministrator(token) ? false : null;
}

async function readSchema(reader: Reader, { schemaDn }: Root): Promise<Domain["schema"]> {
  const head = await reader.one(schemaDn, "the schema", ["objectVersion"]);
  const names = new Set<string>();
  const wanted = [
    "ms-Mcs-AdmPwd",
    "msLAPS-PasswordExpirationTime",
    "msDS-DelegatedManagedServiceAccount",
  ];
  const wasRead = await reader.each(
    {
      what: "the schema",
      base: schemaDn,
      scope: "one",
      filter: `(|${wanted.map((name) => `(lDAPDisplayName=${name})`).join("")})`,
      attributes: ["lDAPDisplayName"],
    },
    (entry) => names.add(entry.text("ldapdisplayname")?.toLowerCase() ?? ""),
  );
  const [legacyLaps, windowsLaps, delegated] = wanted.map((name) =>
    head === null || !wasRead ? null : names.has(name.toLowerCase()),
  );
  return {
    legacyLaps: legacyLaps ?? null,
    windowsLaps: windowsLaps ?? null,
    delegatedManagedServiceAccounts: delegated ?? null,
    version: head?.number("objectversion") ?? null,
  };
}
