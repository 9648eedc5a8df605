import { Anchor, Button, Group, Stack, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { IdentityPosture } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Figures } from "../../kit/figures.tsx";
import { Section } from "../../kit/section.tsx";
import { SeverityBadge } from "../../kit/severity-badge.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { formatNumber, t } from "../../text/text.ts";
import { PostureScore } from "./posture-score.tsx";

const severities = ["CRITICAL", "HIGH", "MEDIUM", "LOW", "INFO"] as const;

const shownAtOnce = 8;

/** The score of a directory, and what it was made of: it can be worked out anew. */
export function PostureSection({
  directoryId,
  posture,
}: {
  directoryId: string;
  posture: IdentityPosture;
}) {
  const { name } = useTenant();
  const [isWhole, setWhole] = useState(false);
  const { score, factors, rules, coverage, open, excepted } = posture;
  const findings = `${paths.identity(name)}?tab=findings&directory=${directoryId}`;
  return (
    <Section title={t("identity.posture")}>
      <Group gap="xl">
        <PostureScore score={score} />
        <Figures
          figures={[
            ...severities.map(
              (severity) =>
                [t(`findings.severity.${severity}`), formatNumber(open[severity])] as const,
            ),
            [t("identity.excepted"), formatNumber(excepted)],
            [t("identity.rulesAsked"), formatNumber(rules.evaluated)],
            [t("identity.rulesFailed"), formatNumber(rules.failed)],
            [t("identity.rulesBlind"), formatNumber(rules.notEvaluated)],
            [t("identity.coverage"), coverage === null ? null : `${Math.floor(coverage * 100)} %`],
          ]}
        />
      </Group>
      <Text size="sm" c="dimmed" maw={820}>
        {t("identity.postureHow")}
      </Text>
      {factors.length > 0 && (
        <Stack gap="xs">
          <WideTable
            label={t("identity.factors")}
            minWidth={640}
            heads={[
              t("identity.factor"),
              t("findings.severity"),
              { title: t("identity.openFindings"), align: "end" },
              { title: t("identity.weight"), align: "end" },
              { title: t("identity.extent"), align: "end" },
              { title: t("identity.times"), align: "end" },
            ]}
          >
            <Table.Tbody>
              {factors.slice(0, isWhole ? undefined : shownAtOnce).map((factor) => (
                <Table.Tr key={factor.ruleId}>
                  <Table.Td>
                    <Anchor component={Link} to={`${findings}&rule=${factor.ruleId}`} size="sm">
                      {factor.title}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <SeverityBadge severity={factor.severity} />
                  </Table.Td>
                  <Table.Td ta="end">{formatNumber(factor.findings)}</Table.Td>
                  <Table.Td ta="end">{factor.weight.toFixed(2)}</Table.Td>
                  <Table.Td ta="end">{factor.extent.toFixed(2)}</Table.Td>
                  <Table.Td ta="end">{factor.factor.toFixed(3)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
          {factors.length > shownAtOnce && (
            <Group>
              <Button
                variant="subtle"
                size="compact-sm"
                aria-expanded={isWhole}
                onClick={() => setWhole(!isWhole)}
              >
                {isWhole
                  ? t("identity.fewerFactors")
                  : t("identity.allFactors", { count: factors.length })}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Section>
  );
}
