import type { ServiceFacts } from "#engines/scan-types";
import { type Queryable, statement } from "#platform/db";
import type { AssetService } from "./listed-service.ts";
import type { SuppressedMatch } from "./service.ts";

interface Row {
  protocol: "tcp" | "udp";
  port: number;
  name: string | null;
  product: string | null;
  version: string | null;
  confidence: number;
  facts: Partial<ServiceFacts>;
  suppressed: readonly SuppressedMatch[];
  findings: number;
  first_seen_at: number;
  last_seen_at: number;
}

const listed = statement<[tenantId: string, assetId: string], Row>(
  "services.console",
  `select t.protocol, t.port, t.name, t.product, t.version, t.confidence, t.facts, t.suppressed, t.first_seen_at,
     t.last_seen_at, (select count(*) from findings f where f.tenant_id = t.tenant_id and f.asset_id = t.asset_id
       and f.protocol = t.protocol and f.port = t.port and f.status in ('open', 'in_progress')) as findings
   from services t where t.tenant_id = $1 and t.asset_id = $2
   order by t.port, t.protocol`,
);

const mostSuppressed = 200;

/** What answers at an asset, by port. */
export async function listAssetServices(
  db: Queryable,
  tenantId: string,
  assetId: string,
): Promise<AssetService[]> {
  const rows = await db.run(listed, [tenantId, assetId]);
  return rows.map((row) => {
    const { protocol, port, name, product, version, confidence, facts, findings } = row;
    const tls = facts.tls ?? facts.startTls;
    const certificate = tls?.certificate;
    return {
      id: `${protocol}/${port}`,
      protocol,
      port,
      name,
      product,
      version,
      confidence,
      asked: facts.method === "probed",
      banner: facts.banner ?? null,
      tlsProtocols: tls === undefined ? null : [...tls.protocols],
      certificate:
        certificate === undefined
          ? null
          : {
              subject: certificate.subject,
              issuer: certificate.issuer,
              notAfter: certificate.notAfter,
              selfSigned: certificate.selfSigned,
            },
      findings,
      suppressed: row.suppressed.slice(0, mostSuppressed).map(({ cve, verdicts }) => {
        const decides = verdicts.find(({ verdict }) => verdict !== "unknown");
        return { cve, source: decides?.source ?? null, reason: decides?.reason ?? null };
      }),
      firstSeenAt: row.first_seen_at,
      lastSeenAt: row.last_seen_at,
    };
  });
}
