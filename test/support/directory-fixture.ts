import { createSealedBox } from "#platform/crypto";
import { type DirectoryFacts, usualThresholds } from "#engines/directory-types";
import { type Directory, saveDirectories } from "#exposure/directories";
import { newId } from "#lib/ids";
import type { Database } from "#platform/db";
import { type ScanPlace, operatorOf } from "#test/scan-fixture";

/** Seals the secrets of directories that tests declare. */
export const testBox = createSealedBox(Buffer.alloc(32, 7));

/** Nowhere but in the row, sealed, and in what a probe is handed may it be found. */
export const testSecret = "Correct-Horse:7351";

/** A directory as a test declares it: one of Active Directory, without a schedule. */
export function makeDirectory(place: ScanPlace, directory: Partial<Directory> = {}): Directory {
  const id = newId();
  return {
    id,
    name: `directory ${id}`,
    type: "active_directory",
    siteId: place.siteId,
    probeId: place.probeId,
    settings: {
      type: "active_directory",
      urls: ["ldaps://dc1.acme.test"],
      user: "reader@acme.test",
      ca: null,
      serverName: null,
      baseDn: null,
      thresholds: usualThresholds,
    },
    schedule: null,
    timeZone: "UTC",
    enabled: true,
    ...directory,
  };
}

/** Declares a directory as `vedette apply` does. */
export async function seedDirectory(
  database: Database,
  place: ScanPlace,
  { now = () => 0, ...directory }: Partial<Directory> & { now?: () => number } = {},
): Promise<Directory> {
  const made = makeDirectory(place, directory);
  const context = operatorOf(database, place.tenantId, now);
  await database.transaction(place.tenantId, (tx) =>
    saveDirectories(tx, context, testBox, {
      create: [{ ...made, secret: testSecret }],
      update: [],
      delete: [],
    }),
  );
  return made;
}

/** What a probe says of the domain that it read. */
export const testFacts: DirectoryFacts = {
  name: "acme.test",
  id: "S-1-5-21-1-2-3",
  counts: { users: 12, computers: 3 },
  details: { "functional level": "2016" },
};
