import type { WithNulls } from "#lib/without-nulls";
import { tableList } from "#platform/pagination";
import type { ListedIdentityFinding } from "./listed-identity-finding.ts";

const columns = `t.id, t.source, t.target_type as "targetType", t.target_name as "targetName", t.category, t.severity,
    t.title, t.remediation, t.site_id as "siteId", t.status, t.first_seen_at as "firstSeenAt",
    t.last_seen_at as "lastSeenAt"`;
const isOpen = "t.status in ('open', 'in_progress')";
const order = "t.severity_rank, t.last_seen_at desc, t.id";

/** Open and in progress, the most severe first. */
export const identityList = tableList<[], WithNulls<ListedIdentityFinding>>(
  "identity.list",
  () => ({ table: "identity_findings", columns, where: isOpen, order }),
);

/** Those of one site. */
export const siteIdentityList = tableList<[siteId: string], WithNulls<ListedIdentityFinding>>(
  "identity.list-of-site",
  (value) => ({
    table: "identity_findings",
    columns,
    where: `${isOpen} and t.site_id = ${value(1)}`,
    order,
  }),
);
