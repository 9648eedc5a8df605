import type { DeclaredDirectory } from "./configuration.ts";
import type { AuthorityFiles } from "./read-authority-files.ts";

/** A directory as it is; its time zone is the one that it goes by, its settings hold the certificates themselves. */
export interface ExistingDirectory extends Omit<DeclaredDirectory, "caFile"> {
  timeZone: string;
}

/**
 * Declared directories with the certificates that were read for them; one whose file could not be read is left out.
 *
 * @param zoneOf the time zone of a site
 * @param embedded the name of the probe inside the server, which stands for `null`
 */
export function wantDirectories(
  declared: readonly DeclaredDirectory[],
  files: AuthorityFiles,
  { zoneOf, embedded }: { zoneOf: (site: string | null) => string; embedded: string | undefined },
): ExistingDirectory[] {
  return declared.flatMap(({ caFile, settings, ...directory }): ExistingDirectory[] => {
    const wanted = {
      ...directory,
      probe: directory.probe === embedded ? null : directory.probe,
      timeZone: directory.timeZone ?? zoneOf(directory.site),
    };
    if (caFile === null || settings.type === "entra") return [{ ...wanted, settings }];
    const ca = files.get(caFile);
    return ca === undefined ? [] : [{ ...wanted, settings: { ...settings, ca } }];
  });
}
