import { usualThresholds } from "#engines/directory-types";
import { sealSecret } from "#exposure/directories";
import { newId } from "#lib/ids";
import { withClient } from "#platform/db";
import type { TestDatabase } from "#test/database";
import { makeDirectory, testBox, testSecret } from "#test/directory-fixture";
import { createExposureKey } from "#test/exposure-app";
import { seedTenant } from "#test/seed";
import type { TestKey } from "#test/service-app";

/** A tenant with some of everything that the exposure API shows. */
export interface ExposureFixture {
  tenantId: string;
  companyId: string;
  siteId: string;
  probeId: string;
  /** Runs every night, and its last attempt failed. */
  scanId: string;
  /** Switched off, without a schedule. */
  idleScanId: string;
  /** A web server that was scanned to the end, at the site. */
  server: string;
  /** Discovered only; another asset has taken its address. */
  lost: string;
  /** CRITICAL, of the server's port 443, open, with a history. */
  critical: string;
  /** INFO, of the server itself, in progress. */
  info: string;
  resolved: string;
  accepted: string;
  falsePositive: string;
  /** A domain with one rule that was asked. */
  directory: string;
  identityFinding: string;
  closedIdentityFinding: string;
  auditRun: string;
  read: TestKey;
  write: TestKey;
}

/** Fills the schema of `test` for one tenant. Times are whole seconds around 1,790,000,000,000. */
export async function seedExposure(test: TestDatabase, name: string): Promise<ExposureFixture> {
  const { database, admin } = test;
  const { tenantId } = await seedTenant(database, name);
  const [companyId, siteId, probeId, scanId, idleScanId] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ];
  const [server, lost, agentId] = [newId(), newId(), newId()];
  const [critical, info, resolved, accepted, falsePositive] = [
    newId(),
    newId(),
    newId(),
    newId(),
    newId(),
  ];
  const [identityFinding, closedIdentityFinding, auditRun] = [newId(), newId(), newId()];
  const [domain, cloud] = [newId(), newId()];
  await withClient(admin, undefined, async (client) => {
    const run = (text: string, values: unknown[]) => client.query(text, [tenantId, ...values]);
    await run(
      "insert into companies (tenant_id, id, name, created_at) values ($1, $2, 'Acme', 0)",
      [companyId],
    );
    await run(
      `insert into sites (tenant_id, id, name, company_id, subnets, time_zone, created_at)
       values ($1, $2, 'Berlin', $3, '{10.1.0.0/24}', 'Europe/Berlin', 1770000000000)`,
      [siteId, companyId],
    );
    await run(
      `insert into probes (tenant_id, id, name, company_id, status, credential_hash, version, hostname, last_seen_at, created_at)
       values ($1, $2, 'berlin probe', $3, 'active', '\\x736563726574', '1.2.3', 'probe1', 1790000000000, 1770000000000)`,
      [probeId, companyId],
    );
    await run(
      `insert into scans (tenant_id, id, name, site_id, probe_id, scan_type, targets, schedule, time_zone, enabled,
         last_run_at, last_attempt_at, next_run_at, last_error, created_at) values
         ($1, $2, 'nightly', $4, $5, 'full', '{10.1.0.0/24,printer.berlin.test}', '0 3 * * *', 'Europe/Berlin', true,
           1789900000000, 1789990000000, 1790080000000, 'the probe was away', 1770000000000),
         ($1, $3, 'by hand', $4, $5, 'discovery', '{10.1.0.1}', null, 'UTC', false, null, null, 1790080000000, null,
           1770000000000)`,
      [scanId, idleScanId, siteId, probeId],
    );
    await run(
      `insert into assets (tenant_id, id, ip, hostname, hostnames, os, device_type, open_ports, udp_ports, mac_address, vendor,
         tags, site_id, probe_id, company_id, agent_id, agent_version, agent_last_seen_at, risk_score, accepted_risk,
         risk_factors, first_seen_at, last_seen_at, last_scanned_at) values
         ($1, $2, '10.1.0.7', 'web.berlin.test', '{web.berlin.test,web}', 'Debian GNU/Linux 12', 'server', '{22,443}', '{161}',
           '00:16:3e:00:00:07', 'Xensource', '{dmz,"criticality:high"}', $4, $5, $6, $8, '1.0.0', 1790000000000, 87.5, 3.2, $7,
           1780000000000, 1790000000000, 1790000000000),
         ($1, $3, null, null, '{}', null, null, '{}', '{}', null, null, '{}', null, null, null, null, null, null, 0, 0, '[]',
           1780000000000, 1785000000000, null)`,
      [
        server,
        lost,
        siteId,
        probeId,
        companyId,
        JSON.stringify({
          criticality: 1.5,
          factors: [{ findingId: critical, weakness: "CVE-2024-6387", score: 74.5, exponent: 1.5 }],
          rest: { count: 0, product: 1 },
        }),
        agentId,
      ],
    );
    await run(
      `insert into agents (tenant_id, id, name, hostname, enrolled_at, asset_id)
       values ($1, $2, 'web', 'web', 1780000000000, $3)`,
      [agentId, server],
    );
    await run(
      `insert into installed_packages (tenant_id, agent_id, name, arch, version, source, source_version) values
         ($1, $2, 'openssh-server', 'amd64', '1:9.2p1-2+deb12u3', 'openssh', '1:9.2p1-2+deb12u3'),
         ($1, $2, 'openssh-client', 'amd64', '1:9.2p1-2+deb12u3', 'openssh', '1:9.2p1-2+deb12u3')`,
      [agentId],
    );
    await run(
      `insert into services (tenant_id, asset_id, protocol, port, name, product, version, confidence, facts, first_seen_at, last_seen_at)
       values ($1, $2, 'tcp', 22, 'ssh', 'OpenSSH', '9.2p1', 80, '{}', 1, 1), ($1, $2, 'udp', 161, null, null, null, 10, '{}', 1, 1),
         ($1, $2, 'tcp', 443, 'http', 'nginx', '1.22.1', 80, $3, 1, 1)`,
      [
        server,
        JSON.stringify({
          banner: "not shown in lists",
          tls: {
            protocols: ["TLSv1.2", "TLSv1.3"],
            untested: [],
            weakCiphers: [],
            certificate: {
              subject: "CN=web.berlin.test",
              issuer: "CN=Test CA",
              notAfter: 1800000000000,
              selfSigned: false,
            },
          },
        }),
      ],
    );
    await run(
      `insert into findings (tenant_id, id, asset_id, site_id, protocol, port, weakness, package, cve, service, title,
         remediation, severity, severity_rank, cvss_score, cvss_vector, epss_score, epss_percentile, kev, ransomware, ssvc,
         confidence, risk_score, risk_factors, evidence, scan_seen_at, status, status_at, accepted_until, first_seen_at,
         last_seen_at, resolved_at) values
         ($1, $2, $7, $8, 'tcp', 443, 'CVE-2024-6387', 'openssh', 'CVE-2024-6387', 'ssh', 'OpenSSH: regreSSHion', 'Update it.',
           'CRITICAL', 0, 9.8, 'CVSS:3.1/AV:N', 0.91, 0.99, true, true, 'active', 80, 74.5, $9, $10, 1790000000000, 'open',
           1780000000000, null, 1780000000000, 1790000000000, null),
         ($1, $3, $7, null, '', 0, 'snmp_public', '', null, null, 'An SNMP agent answers to public', 'Change it.',
           'INFO', 4, null, null, null, null, false, false, null, 100, 0, $9, '{}', 1790000000000, 'in_progress',
           1785000000000, null, 1780000000000, 1790000000000, null),
         ($1, $4, $7, $8, 'tcp', 22, 'CVE-2023-1', '', 'CVE-2023-1', 'ssh', 'gone', 'Nothing.', 'HIGH', 1, 7.5, null, 0.1, 0.5,
           false, false, null, 80, 10, $9, '{}', null, 'resolved', 1785000000000, null, 1780000000000, 1784000000000,
           1785000000000),
         ($1, $5, $7, $8, 'tcp', 22, 'CVE-2023-2', '', 'CVE-2023-2', 'ssh', 'accepted', 'Nothing.', 'HIGH', 1, 7.5, null, 0.1,
           0.5, false, false, null, 80, 10, $9, '{}', 1790000000000, 'accepted', 1785000000000, 1900000000000, 1780000000000,
           1790000000000, null),
         ($1, $6, $7, $8, 'tcp', 22, 'CVE-2023-3', '', 'CVE-2023-3', 'ssh', 'not true', 'Nothing.', 'HIGH', 1, 7.5, null, 0.1,
           0.5, false, false, null, 80, 10, $9, '{}', 1790000000000, 'false_positive', 1785000000000, null, 1780000000000,
           1790000000000, null)`,
      [
        critical,
        info,
        resolved,
        accepted,
        falsePositive,
        server,
        siteId,
        JSON.stringify({
          severity: { value: 0.98, because: "its CVSS base score is 9.8" },
          threat: { value: 1, because: "it is exploited" },
          certainty: { value: 0.8, because: "the evidence is 80 % sure" },
          exposure: { value: 0.85, because: "it is internal" },
          ransomwareExponent: 1.25,
        }),
        JSON.stringify({ scan: { banner: "SSH-2.0-OpenSSH_9.2p1", verdicts: [], confidence: 80 } }),
      ],
    );
    await run(
      `insert into finding_events (tenant_id, finding_id, id, at, from_status, to_status, actor_kind, actor_name, notes)
       values ($1, $2, $3, 1780000000000, null, 'open', 'system', 'system', 'seen by a scan')`,
      [critical, newId()],
    );
    await run(
      `insert into directories (tenant_id, id, name, type, site_id, probe_id, settings, secret, created_at) values
         ($1, $2, 'berlin.test', 'active_directory', $4, $5, $6, $8, 1770000000000),
         ($1, $3, 'cloud', 'entra', null, $5, $7, $9, 1770000000000)`,
      [
        domain,
        cloud,
        siteId,
        probeId,
        JSON.stringify(makeDirectory({ tenantId, siteId, probeId }).settings),
        JSON.stringify({
          type: "entra",
          tenantId: "berlin.test",
          clientId: newId(),
          loginUrl: "https://login.microsoftonline.com",
          graphUrl: "https://graph.microsoft.com",
          breakGlass: [],
          thresholds: usualThresholds,
        }),
        sealSecret(testBox, domain, testSecret),
        sealSecret(testBox, cloud, testSecret),
      ],
    );
    await run(
      `insert into identity_findings (tenant_id, id, directory_id, rule_id, target_id, source, target_type, target_name, category,
         severity, severity_rank, title, remediation, evidence, content_hash, site_id, status, status_at, first_seen_at,
         last_seen_at) values
         ($1, $2, $5, 'ad.kerberoastable', 'a', 'active_directory', 'user', 'svc-backup', 'kerberos', 'HIGH', 1,
           'Can be roasted', 'Longer password.', '{"Its password is old."}', 'x', $4, 'open', 1, 1780000000000, 1790000000000),
         ($1, $3, $6, 'entra.secret-expired', 'b', 'entra', 'application', 'old app', 'applications', 'LOW', 3,
           'Secret expired', 'Remove it.', '{"It expired."}', 'x', null, 'resolved', 1, 1780000000000, 1790000000000)`,
      [identityFinding, closedIdentityFinding, siteId, domain, cloud],
    );
    await run(
      `insert into identity_rules (tenant_id, directory_id, rule_id, title, category, severity, asks, remediation, links, outcome,
         judged, found, unread, assessment_id, asked_at, evaluated_at)
       values ($1, $2, 'ad.kerberoastable', 'Can be roasted', 'kerberos', 'HIGH', 'Whether it can be roasted.',
         'Longer password.', '[{"title": "Kerberoasting", "url": "https://attack.mitre.org/techniques/T1558/003/"}]',
         'evaluated', 12, 1, 0, $3, 1790000000000, 1790000000000)`,
      [domain, newId()],
    );
    await run(
      `insert into audit_runs (tenant_id, id, agent_id, asset_id, site_id, hostname, bundle_id, bundle_name, run_at,
         satisfied, failed, not_applicable, not_checkable, unknown, engine, scores, rules)
       values ($1, $2, $3, $4, $5, 'web.berlin.test', 'cis-debian-12', 'CIS Debian 12', 1790000000000, 1, 1, 0, 0, 0,
         'OpenSCAP 1.3.7', '[{"system": "urn:xccdf:scoring:default", "value": 50, "maximum": 100}]',
         '[{"id": "sshd_limit", "result": "pass"},
           {"id": "shadow_mode", "result": "fail", "severity": "high", "why": "mode 0644"}]')`,
      [auditRun, newId(), server, siteId],
    );
  });
  return {
    tenantId,
    companyId,
    siteId,
    probeId,
    scanId,
    idleScanId,
    server,
    lost,
    critical,
    info,
    resolved,
    accepted,
    falsePositive,
    directory: domain,
    identityFinding,
    closedIdentityFinding,
    auditRun,
    read: await createExposureKey(database, tenantId, "read"),
    write: await createExposureKey(database, tenantId, "read_write"),
  };
}
