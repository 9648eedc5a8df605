import { strippedId } from "#engines/scap";
import type {
  Changes,
  ConfigurationChanges,
  ExistingAudit,
  ExistingConfiguration,
} from "./diff-configuration.ts";
import type { ExistingDirectory } from "./wanted-directories.ts";

/** Why what a file wants cannot be done as it is now, a sentence each. */
export function refuseChanges(
  existing: ExistingConfiguration,
  changes: ConfigurationChanges,
): string[] {
  return [
    ...refuseDeletions(existing, changes.sites.delete),
    ...refuseContent(existing.audits, changes),
    ...refuseTypes(existing.directories, changes.directories),
  ];
}

/** What was found in a directory would count as mended in one of another type. */
function refuseTypes(
  existing: readonly ExistingDirectory[],
  { update }: Changes<ExistingDirectory>,
): string[] {
  const types = new Map(existing.map(({ name, settings }) => [name, settings.type]));
  return update
    .filter(({ after }) => types.get(after.name) !== after.settings.type)
    .map(({ after: { name, settings } }) => {
      return `Directory ${JSON.stringify(name)} cannot become one of type ${settings.type}; declare that under another name.`;
    });
}

/** Audits that no file mentions, and whose profile the new content of their bundle does not have. */
function refuseContent(
  audits: readonly ExistingAudit[],
  changes: Pick<ConfigurationChanges, "bundles" | "audits">,
): string[] {
  const gone = new Set(changes.audits.delete);
  const changed = new Set(changes.audits.update.map(({ after }) => after.name));
  const staying = audits.filter(({ name }) => !gone.has(name) && !changed.has(name));
  return changes.bundles.update.flatMap(({ after: { name, source, profiles } }) => {
    if (source === "content") return [];
    const ids = new Set(profiles.map(({ id }) => id));
    return staying
      .filter(({ bundle, profile }) => bundle === name && !ids.has(profile))
      .map((audit) => {
        const why = `the audit ${JSON.stringify(audit.name)} uses its profile ${strippedId(audit.profile)}`;
        return `Bundle ${JSON.stringify(name)} cannot be changed: ${why}, which is not in the new file.`;
      });
  });
}

/**
 * A site that something was found at stays, since what was found would be without a place, and a file that was cut short
 * would take that away for good.
 */
function refuseDeletions({ sites }: ExistingConfiguration, deleted: readonly string[]): string[] {
  return sites
    .filter(({ name, assets, identityFindings }) => {
      return deleted.includes(name) && assets + identityFindings > 0;
    })
    .map(({ name, assets, identityFindings }) => {
      const held = [
        ...(assets > 0 ? [assets === 1 ? "1 asset" : `${assets} assets`] : []),
        ...(identityFindings > 0 ? [`${identityFindings} identity findings`] : []),
      ].join(" and ");
      return `Site ${JSON.stringify(name)} cannot be deleted: ${held} were found there; keep it in the file, without scans.`;
    });
}
