import { createProbeIn, deleteProbes, setProbeCompany, setTargetLists } from "#exposure/probes";
import { type Scan, saveScans } from "#exposure/scans";
import { type Site, deleteSites, saveSites } from "#exposure/sites";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import type { SealedBox } from "#platform/crypto";
import type { Tx } from "#platform/db";
import type { DeclaredSite } from "./configuration.ts";
import type { ConfigurationChanges, ExistingScan } from "./diff-configuration.ts";
import { idOf } from "./id-of.ts";
import type { ExistingExposure } from "./read-existing-configuration.ts";
import { saveBundlesAndAudits } from "./save-bundles-and-audits.ts";
import { saveDeclaredDirectories } from "./save-directories.ts";

/** A probe that was made, and the token with which its program enrols, once. */
export interface NewProbe {
  name: string;
  token: string;
}

/**
 * Carries out what a configuration changes, in the caller's transaction: first what others refer to, then the scans,
 * audits and directories, last what nothing refers to any more.
 *
 * @param companyIds by name, those that were just made included.
 * @returns the probes that were made.
 */
export async function saveExposure(
  tx: Tx,
  context: Context,
  box: SealedBox,
  existing: ExistingExposure,
  changes: ConfigurationChanges,
  companyIds: ReadonlyMap<string, string>,
): Promise<NewProbe[]> {
  const siteIds = await saveDeclaredSites(tx, context, existing, changes.sites, companyIds);
  const { probeIds, created } = await saveProbes(tx, context, existing, changes, companyIds);
  await saveDeclaredScans(tx, context, existing, changes.scans, { siteIds, probeIds });
  await saveBundlesAndAudits(tx, context, existing, changes, siteIds);
  const ids = { siteIds, probeIds };
  await saveDeclaredDirectories(tx, context, box, existing, changes.directories, ids);
  const gone = changes.probes.delete.map((name) => ({ id: idOf(probeIds, name), name }));
  await deleteProbes(tx, context, gone);
  const { sites } = changes;
  await deleteSites(
    tx,
    context,
    sites.delete.flatMap((name) => existing.sites.get(name) ?? []),
  );
  return created;
}

/** @returns the ids of all sites by name, those to be deleted included. */
async function saveDeclaredSites(
  tx: Tx,
  context: Context,
  existing: ExistingExposure,
  changes: ConfigurationChanges["sites"],
  companyIds: ReadonlyMap<string, string>,
): Promise<ReadonlyMap<string, string>> {
  const toSite = ({ company, ...site }: DeclaredSite): Site => ({
    id: existing.sites.get(site.name)?.id ?? newId(),
    name: site.name,
    companyId: company === null ? null : idOf(companyIds, company),
    subnets: site.subnets,
    timeZone: site.timeZone,
  });
  const create = changes.create.map(toSite);
  await saveSites(tx, context, {
    create,
    update: changes.update.map(({ after }) => toSite(after)),
  });
  return new Map([...existing.sites.values(), ...create].map(({ id, name }) => [name, id]));
}

/** @returns ids by name; the embedded probe is also under `null`, as scans name it. */
async function saveProbes(
  tx: Tx,
  context: Context,
  existing: ExistingExposure,
  { probes }: ConfigurationChanges,
  companyIds: ReadonlyMap<string, string>,
): Promise<{ probeIds: ReadonlyMap<string | null, string>; created: NewProbe[] }> {
  const probeIds = new Map(existing.probeIds);
  const created: NewProbe[] = [];
  const idOfCompany = (company: string | null) =>
    company === null ? null : idOf(companyIds, company);
  for (const { name, company, allow, deny } of probes.create) {
    const companyId = idOfCompany(company);
    const { id, token } = await createProbeIn(tx, context, { name, companyId });
    probeIds.set(name, id);
    created.push({ name, token });
    if (allow.length + deny.length > 0) await setTargetLists(tx, context, { id, allow, deny });
  }
  for (const { name, company, allow, deny } of probes.update.map(({ after }) => after)) {
    const id = idOf(probeIds, name);
    await setTargetLists(tx, context, { id, allow, deny });
    await setProbeCompany(tx, context, { id, companyId: idOfCompany(company) });
  }
  return { probeIds, created };
}

async function saveDeclaredScans(
  tx: Tx,
  context: Context,
  existing: ExistingExposure,
  changes: ConfigurationChanges["scans"],
  ids: {
    siteIds: ReadonlyMap<string, string>;
    probeIds: ReadonlyMap<string | null, string>;
  },
): Promise<void> {
  const toScan = (id: string, { site, probe, ...scan }: ExistingScan): Scan => ({
    id,
    name: scan.name,
    siteId: idOf(ids.siteIds, site),
    probeId: idOf(ids.probeIds, probe),
    scanType: scan.scanType,
    targets: scan.targets,
    schedule: scan.schedule,
    timeZone: scan.timeZone,
    enabled: scan.enabled,
    settings: scan.settings,
  });
  const before = (name: string): Scan => {
    const scan = existing.scans.get(name);
    if (scan === undefined) throw new Error(`no scan ${JSON.stringify(name)}`);
    return scan;
  };
  await saveScans(tx, context, {
    create: changes.create.map((scan) => toScan(newId(), scan)),
    update: changes.update.map(({ after }) => {
      const known = before(after.name);
      return { before: known, after: toScan(known.id, after) };
    }),
    delete: changes.delete.map(before),
  });
}
