import { type Directory, saveDirectories } from "#exposure/directories";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import type { Tx } from "#platform/db";
import type { ConfigurationChanges } from "./diff-configuration.ts";
import { idOf } from "./id-of.ts";
import type { ExistingExposure } from "./read-existing-configuration.ts";
import type { ExistingDirectory } from "./wanted-directories.ts";

/**
 * Saves directories, in the caller's transaction. A secret is sealed anew only when it is another one.
 *
 * @param ids of sites and probes by name, those that were just made included.
 */
export async function saveDeclaredDirectories(
  tx: Tx,
  context: Context,
  box: SealedBox,
  existing: ExistingExposure,
  changes: ConfigurationChanges["directories"],
  ids: {
    siteIds: ReadonlyMap<string, string>;
    probeIds: ReadonlyMap<string | null, string>;
  },
): Promise<void> {
  const toDirectory = (id: string, directory: ExistingDirectory): Directory => ({
    id,
    name: directory.name,
    type: directory.settings.type,
    siteId: directory.site === null ? null : idOf(ids.siteIds, directory.site),
    probeId: idOf(ids.probeIds, directory.probe),
    settings: directory.settings,
    schedule: directory.schedule,
    timeZone: directory.timeZone,
    enabled: directory.enabled,
  });
  const before = (name: string): Directory => {
    const directory = existing.directories.get(name);
    if (directory === undefined) throw new Error(`no directory ${JSON.stringify(name)}`);
    return directory;
  };
  await saveDirectories(tx, context, box, {
    create: changes.create.map((directory) => ({
      ...toDirectory(newId(), directory),
      secret: directory.secret,
    })),
    update: changes.update.map(({ after, differences }) => {
      const known = before(after.name);
      const isNewSecret = differences.some(({ field }) => field === "credentials");
      return {
        before: known,
        after: toDirectory(known.id, after),
        secret: isNewSecret ? after.secret : null,
      };
    }),
    delete: changes.delete.map(before),
  });
}
