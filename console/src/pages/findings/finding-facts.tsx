import { Anchor, Code, Group } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { FindingPage } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Facts } from "../../kit/facts.tsx";
import { formatPercentile, formatScore, formatShare } from "../../kit/format-score.ts";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";

/** Where a finding is, how bad, and since when. */
export function FindingFacts({ finding }: { finding: FindingPage }) {
  const { row, cvssVector, ssvc } = finding;
  const { name } = useTenant();
  return (
    <Facts
      facts={[
        [
          t("findings.asset"),
          <Anchor key="asset" component={Link} to={paths.asset(name, row.assetId)} size="sm">
            {row.assetIp === null || row.assetIp === row.assetName
              ? row.assetName
              : `${row.assetName} (${row.assetIp})`}
          </Anchor>,
        ],
        [t("findings.place"), placeOf(row)],
        [t("findings.site"), row.siteName],
        [t("findings.company"), row.companyName],
        [t("findings.package"), row.package],
        [t("findings.installed"), row.installedVersion],
        [
          t("findings.fixed"),
          row.fixedVersion ?? (finding.cve === null ? null : t("findings.noFix")),
        ],
        [
          t("findings.cvss"),
          row.cvssScore === null ? null : (
            <Cvss key="cvss" score={row.cvssScore} vector={cvssVector} />
          ),
        ],
        [t("findings.epss"), epssOf(finding)],
        [t("findings.ssvc"), ssvc === null ? null : t(`findings.ssvc.${ssvc}`)],
        [
          t("findings.seenBy"),
          row.detectors.length === 0
            ? t("findings.seenByNobody")
            : row.detectors.map((detector) => t(`findings.detector.${detector}`)).join(", "),
        ],
        [t("findings.firstSeen"), <Time key="first" at={row.firstSeenAt} />],
        [t("findings.lastSeen"), <Time key="last" at={row.lastSeenAt} />],
        [
          t("findings.reopenedAt"),
          finding.reopenedAt === null ? null : <Time key="again" at={finding.reopenedAt} />,
        ],
        [
          t("findings.resolvedAt"),
          finding.resolvedAt === null ? null : <Time key="resolved" at={finding.resolvedAt} />,
        ],
        [
          t("findings.acceptedUntil"),
          row.status === "accepted" ? (
            <Time key="until" at={row.acceptedUntil} never={t("findings.furtherNotice")} />
          ) : null,
        ],
      ]}
    />
  );
}

/** `tcp/443 (http)`; the host itself has no port. */
function placeOf({ protocol, port, service }: FindingPage["row"]): string {
  if (port === null || protocol === null) return t("findings.ofHost");
  return service === null ? `${protocol}/${port}` : `${protocol}/${port} (${service})`;
}

function epssOf({ row, epssPercentile }: FindingPage): string | null {
  if (row.epssScore === null) return null;
  const share = formatShare(row.epssScore);
  if (epssPercentile === null) return share;
  return t("findings.epssIs", { share, percentile: formatPercentile(epssPercentile) });
}

function Cvss({ score, vector }: { score: number; vector: string | null }) {
  const version = /^CVSS:(3\.0|3\.1|4\.0)\//.exec(vector ?? "")?.[1];
  return (
    <Group gap="xs">
      <span>{formatScore(score)}</span>
      {vector !== null && <Code style={{ overflowWrap: "anywhere" }}>{vector}</Code>}
      {version !== undefined && (
        <Anchor
          href={`https://www.first.org/cvss/calculator/${version}#${vector}`}
          target="_blank"
          rel="noopener noreferrer"
          size="sm"
        >
          {t("findings.cvssCalculator")}
        </Anchor>
      )}
    </Group>
  );
}
