import { type Audit, listAuditRows } from "#exposure/audits";
import { type Bundle, listBundleRows } from "#exposure/bundles";
import { type Directory, listDirectoryRows, openSecret } from "#exposure/directories";
import { embeddedProbeName, listProbeRows } from "#exposure/probes";
import { type Scan, listScanRows } from "#exposure/scans";
import { type Site, listSiteRows } from "#exposure/sites";
import type { Company } from "#platform/companies";
import type { SealedBox } from "#platform/crypto";
import type { Queryable } from "#platform/db";
import type { ExistingConfiguration } from "./diff-configuration.ts";
import { listSiteUse } from "./existing-configuration.queries.ts";
import type { ExistingBundle } from "./wanted-bundles.ts";

/** What a tenant has for its exposure service, and under which ids. */
export interface ExistingExposure {
  configuration: ExistingConfiguration;
  sites: ReadonlyMap<string, Site>;
  /** By name; the embedded one is also under `null`, as scans name it. */
  probeIds: ReadonlyMap<string | null, string>;
  scans: ReadonlyMap<string, Scan>;
  bundleIds: ReadonlyMap<string, string>;
  audits: ReadonlyMap<string, Audit>;
  directories: ReadonlyMap<string, Directory>;
}

/** A tenant that is yet to be made: it has nothing but the probe inside the server. */
export function nothingYet(): ExistingExposure {
  const embedded = {
    name: embeddedProbeName,
    company: null,
    allow: [],
    deny: [],
    embedded: true,
  };
  return {
    configuration: {
      sites: [],
      probes: [embedded],
      scans: [],
      bundles: [],
      audits: [],
      directories: [],
    },
    sites: new Map(),
    probeIds: new Map(),
    scans: new Map(),
    bundleIds: new Map(),
    audits: new Map(),
    directories: new Map(),
  };
}

/**
 * Reads what a tenant has, in the words of a configuration file.
 *
 * @param db a transaction, so that all of it is of one moment.
 * @param box opens the secrets.
 * @throws Problem `unavailable` when a secret does not open, since the installation's key is another one.
 */
export async function readExistingExposure(
  db: Queryable,
  tenantId: string,
  companies: readonly Company[],
  box: SealedBox,
): Promise<ExistingExposure> {
  const [sites, uses, probes, scans, bundles, audits, directories] = await Promise.all([
    listSiteRows(db, tenantId),
    listSiteUse(db, tenantId),
    listProbeRows(db, tenantId),
    listScanRows(db, tenantId),
    listBundleRows(db, tenantId),
    listAuditRows(db, tenantId),
    listDirectoryRows(db, tenantId),
  ]);
  const companyNames = new Map(companies.map(({ id, name }) => [id, name]));
  const companyOf = (id: string | null) => companyNames.get(id ?? "") ?? null;
  const siteNames = new Map(sites.map(({ id, name }) => [id, name]));
  const probeNames = new Map(probes.map(({ id, name, embedded }) => [id, embedded ? null : name]));
  const bundleNames = new Map(bundles.map(({ id, name }) => [id, name]));
  const usesById = new Map(uses.map((use) => [use.siteId, use]));
  const known = probes.map((probe) => ({
    name: probe.name,
    company: companyOf(probe.companyId),
    allow: probe.targetAllow,
    deny: probe.targetDeny,
    embedded: probe.embedded,
  }));
  const hasEmbedded = known.some(({ embedded }) => embedded);
  return {
    configuration: {
      sites: sites.map(({ id, name, companyId, subnets, timeZone }) => {
        const { assets = 0, identityFindings = 0 } = usesById.get(id) ?? {};
        return { name, company: companyOf(companyId), subnets, timeZone, assets, identityFindings };
      }),
      probes: hasEmbedded ? known : [...known, ...nothingYet().configuration.probes],
      scans: scans.map(({ siteId, probeId, ...scan }) => ({
        ...scan,
        site: siteNames.get(siteId) ?? siteId,
        probe: probeNames.get(probeId) ?? null,
      })),
      bundles: bundles.map(toExistingBundle),
      audits: audits.map(({ siteId, bundleId, ...audit }) => ({
        ...audit,
        site: siteId === null ? null : (siteNames.get(siteId) ?? siteId),
        bundle: bundleNames.get(bundleId) ?? bundleId,
      })),
      directories: directories.map((directory) => ({
        name: directory.name,
        site:
          directory.siteId === null ? null : (siteNames.get(directory.siteId) ?? directory.siteId),
        probe: probeNames.get(directory.probeId) ?? null,
        settings: directory.settings,
        secret: openSecret(box, directory),
        schedule: directory.schedule,
        timeZone: directory.timeZone,
        enabled: directory.enabled,
      })),
    },
    sites: new Map(sites.map((site) => [site.name, site])),
    probeIds: new Map(
      probes.flatMap(({ id, name, embedded }) => [
        [name, id] as const,
        ...(embedded ? [[null, id] as const] : []),
      ]),
    ),
    scans: new Map(scans.map((scan) => [scan.name, scan])),
    bundleIds: new Map(bundles.map(({ id, name }) => [name, id])),
    audits: new Map(audits.map((audit) => [audit.name, audit])),
    directories: new Map(directories.map((directory) => [directory.name, directory])),
  };
}

function toExistingBundle(bundle: Bundle): ExistingBundle {
  const { name, source, fileName, sha256, profiles, benchmark } = bundle;
  return { name, source, fileName, sha256, profiles, version: benchmark?.version ?? null };
}
