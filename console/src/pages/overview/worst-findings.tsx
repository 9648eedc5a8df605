import { Anchor, Badge, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ExposureOverview } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { RiskScore } from "../../kit/risk-score.tsx";
import { Section } from "../../kit/section.tsx";
import { SeverityBadge } from "../../kit/severity-badge.tsx";
import { t } from "../../text/text.ts";
import styles from "./overview.module.css";
import { NotKnown, Well } from "./well.tsx";
import { isLookedInto } from "./what-is-known.ts";

/** What matters most of what was found, by its risk. */
export function WorstFindings({ exposure }: { exposure: ExposureOverview }) {
  const { name } = useTenant();
  const { findings } = exposure;
  return (
    <Section
      title={t("overview.findings")}
      actions={
        <Anchor component={Link} to={paths.findings(name)} size="sm">
          {t("overview.allFindings")}
        </Anchor>
      }
    >
      {findings.worst.length === 0 ? (
        <NothingFound exposure={exposure} />
      ) : (
        <ul className={styles["list"]}>
          {findings.worst.map((finding) => (
            <li key={finding.id} className={styles["item"]}>
              <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                <Link
                  to={paths.finding(name, finding.id)}
                  className={`${styles["link"]} ${styles["main"]}`}
                >
                  {finding.title}
                </Link>
                <div className={styles["risk"]}>
                  <RiskScore score={finding.riskScore} />
                </div>
              </Group>
              <Group gap="sm">
                <Text size="sm" component="span">
                  <SeverityBadge severity={finding.severity} />
                </Text>
                <Anchor
                  component={Link}
                  to={paths.asset(name, finding.assetId)}
                  size="sm"
                  c="dimmed"
                >
                  {finding.assetName}
                </Anchor>
                {finding.kev && (
                  <Badge color="red" variant="light" size="sm">
                    {t("overview.exploited")}
                  </Badge>
                )}
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function NothingFound({ exposure }: { exposure: ExposureOverview }) {
  if (!isLookedInto(exposure)) return <NotKnown text={t("overview.notLookedInto")} />;
  return <Well text={t("overview.noFindings")} />;
}
