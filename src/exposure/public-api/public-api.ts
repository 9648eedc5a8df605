import { AssetDetailSchema, AssetListSchema, AssetSchema, addAssetRoutes } from "#exposure/assets";
import {
  AuditComparisonSchema,
  AuditRunDetailSchema,
  AuditRunListSchema,
  AuditRunSchema,
  addAuditRunRoutes,
} from "#exposure/audit-runs";
import { DirectoryListSchema, DirectorySchema, addDirectoryRoutes } from "#exposure/directories";
import {
  FindingDetailSchema,
  FindingListSchema,
  FindingSchema,
  addFindingRoutes,
} from "#exposure/findings";
import { exposureLock, rescoreAssets } from "#exposure/flows";
import {
  IdentityFindingDetailSchema,
  IdentityFindingListSchema,
  IdentityFindingSchema,
  RuleResultListSchema,
  RuleResultSchema,
  addIdentityRoutes,
  decideIdentityFinding,
} from "#exposure/identity";
import { PackageListSchema, PackageSchema, addPackageRoutes } from "#exposure/packages";
import { ProbeListSchema, ProbeSchema, addProbeRoutes } from "#exposure/probes";
import { ScanListSchema, ScanSchema, addScanRoutes } from "#exposure/scans";
import { SiteListSchema, SiteSchema, addSiteRoutes } from "#exposure/sites";
import { keyPrefixes } from "#platform/api-keys";
import { type PublicApi, pingRoute } from "#platform/http";
import { addFeedRoute } from "./feed.routes.ts";
import { FeedListSchema, FeedSchema } from "./listed-feed.ts";

const description = `Read what a tenant's scans have found: its assets, their vulnerabilities and how likely those are to be
exploited, identity-posture findings, compliance audits, sites, probes and scans; say what is being done about a finding.

**Key.** Every request carries \`Authorization: Bearer vdx_live_…\`. A key sees the data of its own tenant only. One with the
scope read may make the GET requests, one with read & write all.

**Rate.** 120 requests in any 60 s per key, beyond that 429 with \`Retry-After\`. Every reply says in \`RateLimit-Remaining\` how
many are left.

**Lists.** Without \`limit\` a list is sent whole, as one consistent view. With it, increase \`offset\` until \`hasMore\` is false.

**Times** are Unix epoch milliseconds. Fields that do not apply or are not known are left out. More fields may be added to
replies; none is removed or given another type.

**Errors** are \`{ error, code, requestId, details? }\`: a sentence, a word from a closed list, the request's id as in the header
\`X-Request-Id\`, and the places that are wrong.`;

const ping = pingRoute("exposure");

/** The public API of the exposure service, version 1: all its routes. */
export const exposureApi: PublicApi = {
  name: "exposure",
  keyPrefix: keyPrefixes.exposure,
  title: "Vedette exposure API",
  description,
  tags: [
    { name: "Key", description: "The API key itself." },
    { name: "Assets", description: "Hosts that scans discovered." },
    { name: "Findings", description: "Their vulnerabilities, and what is done about them." },
    { name: "Identity", description: "Weaknesses of Active Directory and Entra." },
    { name: "Audits", description: "Runs of compliance audits." },
    { name: "Sites", description: "Places with networks of their own." },
    { name: "Probes", description: "Programs at sites that scan." },
    { name: "Scans", description: "What is scanned when." },
    { name: "Feeds", description: "Where knowledge of vulnerabilities comes from." },
  ],
  schemas: [
    ping.schema,
    AssetSchema,
    AssetDetailSchema,
    AssetListSchema,
    PackageSchema,
    PackageListSchema,
    FindingSchema,
    FindingDetailSchema,
    FindingListSchema,
    IdentityFindingSchema,
    IdentityFindingListSchema,
    IdentityFindingDetailSchema,
    RuleResultSchema,
    RuleResultListSchema,
    DirectorySchema,
    DirectoryListSchema,
    AuditRunSchema,
    AuditRunListSchema,
    AuditRunDetailSchema,
    AuditComparisonSchema,
    SiteSchema,
    SiteListSchema,
    ProbeSchema,
    ProbeListSchema,
    ScanSchema,
    ScanListSchema,
    FeedSchema,
    FeedListSchema,
  ],
  routes: (app) => {
    ping.add(app);
    addAssetRoutes(app);
    addPackageRoutes(app);
    addFindingRoutes(app, { exposureLock, rescoreAssets, decideIdentityFinding });
    addIdentityRoutes(app);
    addDirectoryRoutes(app);
    addAuditRunRoutes(app);
    addSiteRoutes(app);
    addProbeRoutes(app);
    addScanRoutes(app);
    addFeedRoute(app);
  },
};
