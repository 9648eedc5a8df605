import { type DnsZone, dnKey } from "#engines/active-directory";
import { objectAttributes, type ObjectReader } from "./directory-object.ts";
import type { Entry } from "./entry.ts";
import { readListing } from "./listing.ts";
import type { Reader } from "./reader.ts";
import type { Root } from "./root.ts";

/** DSPROPERTY_ZONE_ALLOW_UPDATE, MS-DNSP 2.3.2.1.1. */
const allowUpdate = 2;
/** Before the data of a dnsProperty: lengths of data and name, flag, version, id; MS-DNSP 2.3.2.1. */
const propertyHead = 20;

/**
 * Reads the zones that the domain's DNS servers keep in the directory: for the domain, for the forest, and where Windows 2000 had
 * them. Null: some of them could not be read.
 *
 * @param forestPartitions keys of all partitions of the forest
 * @throws DirectoryRefused
 */
export async function readDnsZones(
  reader: Reader,
  objects: ObjectReader,
  root: Root,
  forestPartitions: ReadonlySet<string>,
): Promise<DnsZone[] | null> {
  const zones: DnsZone[] = [];
  for (const partition of [
    `DC=DomainDnsZones,${root.baseDn}`,
    `DC=ForestDnsZones,${root.rootDn}`,
  ]) {
    const key = dnKey(partition);
    if (root.partitions.has(key)) {
      const found = await zonesIn(`CN=MicrosoftDNS,${partition}`);
      if (found === null) return null;
      zones.push(...found);
    } else if (forestPartitions.has(key)) {
      return null;
    }
  }
  // The folder is gone where it was never used.
  zones.push(...((await zonesIn(`CN=MicrosoftDNS,CN=System,${root.baseDn}`)) ?? []));
  return zones;

  async function zonesIn(base: string): Promise<DnsZone[] | null> {
    const question = {
      what: "DNS zones",
      base,
      scope: "one",
      filter: "(objectClass=dnsZone)",
      attributes: [...objectAttributes, "dc", "dNSProperty"],
    } as const;
    return readListing(reader, objects, root.token, question, (entry) => ({
      ...objects.object(entry, ["dc"]),
      allowUpdate: allowUpdateOf(entry),
    }));
  }
}

function allowUpdateOf(entry: Entry): number | null {
  for (const property of entry.values("dnsproperty")) {
    if (property.length <= propertyHead) continue;
    if (property.readUInt32LE(0) > 0 && property.readUInt32LE(16) === allowUpdate) {
      return property[propertyHead] ?? null;
    }
  }
  return null;
}
