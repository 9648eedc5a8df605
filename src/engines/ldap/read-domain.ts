import { dnKey, type Domain, rids, type Sid, type Trust } from "#engines/active-directory";
import {
  type ActiveDirectorySpec,
  type AssessmentContext,
  DirectoryRefused,
} from "#engines/directory-types";
import { readAccounts } from "./accounts.ts";
import { readCertificateServices } from "./certificate-services.ts";
import { createObjectReader } from "./directory-object.ts";
import { readDnsZones } from "./dns-zones.ts";
import { readDomainHead } from "./domain-head.ts";
import { readForest } from "./forest.ts";
import { readForeignPrincipals, readGroups, readMembers } from "./groups.ts";
import { type Limits, usualLimits } from "./limits.ts";
import { openSession } from "./open-session.ts";
import { Reader, type ReadingProgress } from "./reader.ts";
import { readRoot, type Root } from "./root.ts";
import { readPasswordSettings, readTrusts } from "./trusts.ts";
import { readAdminSdHolder, readGroupPolicies, readUnits } from "./units.ts";

/** What reading needs from whoever asks for it. */
export interface ReadingContext extends Pick<AssessmentContext, "signal" | "now" | "refuse"> {
  readonly onProgress: (progress: ReadingProgress) => void;
}

/**
 * Reads a domain of Active Directory into memory, with the eyes of the user that is given: each class of objects once, page by
 * page. Nothing is changed there, and no password is read.
 *
 * @throws DirectoryRefused with a sentence that says what to do: the server cannot be reached or is not whom it should be, refuses the
 * user, or does not hand out a list to its end. What the signal was aborted with, at once.
 */
export async function readDomain(
  spec: ActiveDirectorySpec,
  context: ReadingContext,
  limits: Limits = usualLimits,
): Promise<Domain> {
  const readAt = context.now();
  const { now, refuse, onProgress } = context;
  const total = new AbortController();
  const timer = setTimeout(() => {
    const seconds = limits.totalMs / 1000;
    total.abort(new DirectoryRefused(`The domain could not be read within ${seconds} s.`));
  }, limits.totalMs);
  const signal = AbortSignal.any([context.signal, total.signal]);
  try {
    onProgress({ phase: "connecting", what: "the domain controller", objects: 0 });
    const session = await openSession(spec, { signal, refuse, now, limits });
    try {
      return await sweep(new Reader(session, limits, onProgress), spec, readAt);
    } finally {
      session.connection.close();
    }
  } finally {
    clearTimeout(timer);
  }
}

async function sweep(reader: Reader, spec: ActiveDirectorySpec, readAt: number): Promise<Domain> {
  const objects = createObjectReader();
  const root = await readRoot(reader, spec);
  const { baseDn, configurationDn } = root;
  const head = await readDomainHead(reader, objects, baseDn);
  const forest = await readForest(reader, root);
  const passwordSettings = await readPasswordSettings(reader, objects, root);
  const hasPolicies = passwordSettings === null || passwordSettings.length > 0;
  const accounts = await readAccounts(reader, objects, root, hasPolicies);
  const groups = await readGroups(reader, objects, baseDn);
  const units = await readUnits(reader, objects, baseDn);
  refuseTheBlind(reader, baseDn, { accounts, groups, units });
  const foreignPrincipals = await readForeignPrincipals(reader, baseDn, configurationDn);
  const trusts = await readTrusts(reader, objects, root);
  const groupPolicies = await readGroupPolicies(reader, objects, root);
  if (trusts === null || groupPolicies === null) {
    throw new DirectoryRefused(
      `${reader.whom} does not show the user what is in CN=System,${baseDn}: give it the right to list it, as authenticated users have it.`,
    );
  }
  const adminSdHolder = await readAdminSdHolder(reader, objects, baseDn);
  const certificates = await readCertificateServices(reader, objects, root);
  const dnsZones = await readDnsZones(reader, objects, root, forest.partitions);
  const judged = [
    head,
    ...units,
    ...groupPolicies,
    ...(adminSdHolder === null ? [] : [adminSdHolder]),
    ...accounts.filter(({ primaryGroupId }) => isDomainController(primaryGroupId)),
    ...(certificates.certificateTemplates ?? []),
    ...(certificates.certificateAuthorities ?? []),
    ...(certificates.issuancePolicies ?? []),
    ...(dnsZones ?? []),
  ];
  const linked = (certificates.issuancePolicies ?? []).flatMap(({ group }) => group ?? []);
  return {
    readAt,
    dnsName: dnsNameOf(baseDn),
    netBiosName: forest.netBiosName,
    dn: head.dn,
    key: head.key,
    id: head.id,
    sid: head.sid,
    rootSid: await readRootSid(reader, root, head.sid, trusts),
    descriptor: head.descriptor,
    passwordPolicy: head.passwordPolicy,
    machineAccountQuota: head.machineAccountQuota,
    functionalLevel: head.functionalLevel ?? root.functionalLevel,
    forestFunctionalLevel: forest.functionalLevel,
    dsHeuristics: forest.dsHeuristics,
    recycleBin: forest.recycleBin,
    schema: forest.schema,
    kdsRootKey: forest.kdsRootKey,
    groupPolicies,
    linkedGroupPolicies: head.linkedGroupPolicies,
    accounts,
    groups: await readMembers(reader, groups, { accounts, judged, linked }),
    foreignPrincipals,
    trusts,
    // Those that could not be read are still named by the accounts that they are on.
    passwordSettings,
    units,
    adminSdHolder,
    ...certificates,
    dnsZones,
  };
}

/** Every domain has some of each: where nothing is seen, the user may not see it, and every rule would be content. */
function refuseTheBlind(
  reader: Reader,
  baseDn: string,
  swept: Readonly<Record<string, readonly unknown[]>>,
): void {
  for (const [what, found] of Object.entries(swept)) {
    if (found.length > 0) continue;
    throw new DirectoryRefused(
      `${reader.whom} shows the user no ${what} of ${baseDn}: give it the right to read the domain, as authenticated users have it.`,
    );
  }
}

/** Its own, or that of the forest's root, which this server may know only from its trusts. */
async function readRootSid(
  reader: Reader,
  { baseDn, rootDn }: Root,
  own: Sid,
  trusts: readonly Trust[],
): Promise<Sid | null> {
  if (dnKey(rootDn) === dnKey(baseDn)) return own;
  const entry = await reader.one(rootDn, "the forest's root", ["objectSid"]);
  const name = dnsNameOf(rootDn);
  const trust = trusts.find(({ partner }) => partner.toLowerCase() === name);
  return entry?.sid("objectsid") ?? trust?.partnerSid ?? null;
}

function isDomainController(primaryGroupId: number | null): boolean {
  return (
    primaryGroupId === rids.domainControllers || primaryGroupId === rids.readOnlyDomainControllers
  );
}

/** `acme.test` of `DC=acme,DC=test`. */
function dnsNameOf(dn: string): string {
  const labels = dnKey(dn).split(",");
  return labels.map((label) => label.replace(/^dc=/, "")).join(".");
}
