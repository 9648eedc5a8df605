import { Group, Stack, Table, Text, Title } from "@mantine/core";
import { IconArrowRight, IconCircleCheck, IconHelpCircle, IconX } from "@tabler/icons-react";
import type { FindingPage } from "../../api/operations.generated.ts";
import { Facts } from "../../kit/facts.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";

type Evidence = FindingPage["evidence"][number];
type Verdict = Evidence["verdicts"][number];

/** What each detector saw, and why that means that it is vulnerable: source by source. */
export function FindingEvidence({ evidence }: { evidence: readonly Evidence[] }) {
  if (evidence.length === 0) return <Text size="sm">{t("findings.evidenceNone")}</Text>;
  return (
    <Stack gap="lg">
      {evidence.map((one) => (
        <Stack key={one.detector} gap="sm">
          <Title order={3} size="h5">
            {one.confidence === null
              ? t(`findings.detector.${one.detector}`)
              : t("findings.evidenceOf", {
                  detector: t(`findings.detector.${one.detector}`),
                  percent: one.confidence,
                })}
          </Title>
          <Facts
            facts={one.shown
              .filter(({ name }) => name !== "fixCommand")
              .map(({ name, value }) => [wordsOf(name), value] as const)}
          />
          {one.verdicts.length > 0 && (
            <>
              <Text size="sm" c="dimmed">
                {t("findings.verdicts")}
              </Text>
              <Verdicts verdicts={one.verdicts} />
            </>
          )}
        </Stack>
      ))}
    </Stack>
  );
}

function Verdicts({ verdicts }: { verdicts: readonly Verdict[] }) {
  return (
    <WideTable
      label={t("findings.verdicts")}
      minWidth={560}
      heads={[t("findings.source"), t("findings.verdict"), t("findings.reason")]}
    >
      <Table.Tbody>
        {verdicts.map((verdict, i) => (
          <Table.Tr key={i} fw={verdict.decides ? 600 : undefined}>
            <Table.Td>{t(`findings.source.${verdict.source}`)}</Table.Td>
            <Table.Td>
              <VerdictWord verdict={verdict} />
            </Table.Td>
            <Table.Td>
              {verdict.reason}
              {verdict.decides && (
                <Text span size="sm" c="dimmed">
                  {" "}
                  {t("findings.decides")}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

const icons = {
  affected: [IconX, "var(--status-down)"],
  not_affected: [IconCircleCheck, "var(--status-up)"],
  unknown: [IconHelpCircle, "var(--status-quiet)"],
} as const;

function VerdictWord({ verdict: { verdict, decides } }: { verdict: Verdict }) {
  const [Icon, color] = icons[verdict];
  return (
    <Group gap={6} wrap="nowrap" c={color}>
      <Icon size={16} aria-hidden style={{ flex: "none" }} />
      <span>{t(`findings.verdict.${verdict}`)}</span>
      {decides && <IconArrowRight size={14} aria-hidden style={{ flex: "none" }} />}
    </Group>
  );
}

/** `installedVersion` as people write it: what detectors show is named by themselves. */
function wordsOf(name: string): string {
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
