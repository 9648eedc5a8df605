import { dnKey, type Sid, sids } from "#engines/active-directory";
import { type ActiveDirectorySpec, DirectoryRefused } from "#engines/directory-types";
import type { Reader } from "./reader.ts";

/** What a server says of itself, MS-ADTS 3.1.1.3.2, and who we are to it. */
export interface Root {
  readonly baseDn: string;
  readonly rootDn: string;
  readonly configurationDn: string;
  readonly schemaDn: string;
  /** Keys of the partitions that this server has. */
  readonly partitions: ReadonlySet<string>;
  readonly functionalLevel: number | null;
  readonly forestFunctionalLevel: number | null;
  /** The SIDs of the user that reads, and of all groups that it is in. */
  readonly token: ReadonlySet<Sid>;
}

/** @throws DirectoryRefused when it is no domain controller, or has not this domain */
export async function readRoot(reader: Reader, spec: ActiveDirectorySpec): Promise<Root> {
  const entry = await reader.one("", "what the server is", [
    "defaultNamingContext",
    "rootDomainNamingContext",
    "configurationNamingContext",
    "schemaNamingContext",
    "namingContexts",
    "domainFunctionality",
    "forestFunctionality",
    "tokenGroups",
  ]);
  const own = entry?.text("defaultnamingcontext") ?? null;
  const rootDn = entry?.text("rootdomainnamingcontext") ?? null;
  const configurationDn = entry?.text("configurationnamingcontext") ?? null;
  const schemaDn = entry?.text("schemanamingcontext") ?? null;
  if (
    entry === null ||
    own === null ||
    rootDn === null ||
    configurationDn === null ||
    schemaDn === null
  ) {
    throw new DirectoryRefused(
      `${reader.whom} is no domain controller of Active Directory: check the url.`,
    );
  }
  if (spec.baseDn !== null && dnKey(spec.baseDn) !== dnKey(own)) {
    throw new DirectoryRefused(
      `${reader.whom} is a domain controller of ${own}, not of ${spec.baseDn}: use one of that domain, or leave baseDn out.`,
    );
  }
  return {
    baseDn: own,
    rootDn,
    configurationDn,
    schemaDn,
    partitions: new Set(entry.texts("namingcontexts").map(dnKey)),
    functionalLevel: entry.number("domainfunctionality"),
    forestFunctionalLevel: entry.number("forestfunctionality"),
    token: new Set([sids.everyone, sids.authenticatedUsers, ...entry.sids("tokengroups")]),
  };
}
