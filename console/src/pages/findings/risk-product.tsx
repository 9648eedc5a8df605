import { Stack, Table, Text } from "@mantine/core";
import type { FindingPage } from "../../api/operations.generated.ts";
import { formatFactor, formatScore } from "../../kit/format-score.ts";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";

const names = ["severity", "threat", "certainty", "exposure"] as const;

/** The factors of a finding's risk, and the sum, to be worked out again by hand. */
export function RiskProduct({
  score,
  factors,
}: {
  score: number;
  factors: FindingPage["riskFactors"];
}) {
  if (factors === null) return <Text size="sm">{t("findings.riskNone")}</Text>;
  const { ransomwareExponent } = factors;
  const product = names.map((name) => formatFactor(factors[name].value)).join(" × ");
  return (
    <Stack gap="sm" maw={900}>
      <WideTable
        label={t("findings.riskTitle")}
        minWidth={480}
        heads={[
          t("findings.factor"),
          { title: t("findings.factorValue"), align: "end" },
          t("findings.factorBecause"),
        ]}
      >
        <Table.Tbody>
          {names.map((name) => (
            <Table.Tr key={name}>
              <Table.Td>{t(`findings.factor.${name}`)}</Table.Td>
              <Table.Td ta="end" style={{ fontVariantNumeric: "tabular-nums" }}>
                {formatFactor(factors[name].value)}
              </Table.Td>
              <Table.Td>{factors[name].because}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </WideTable>
      <Text size="sm" ff="monospace">
        {ransomwareExponent === 1
          ? `100 × ${product}`
          : `100 × (1 − (1 − ${product})^${formatFactor(ransomwareExponent)})`}
        {" = "}
        <strong>{formatScore(score)}</strong>
      </Text>
      <Text size="xs" c="dimmed">
        {t("findings.riskIs")}
        {ransomwareExponent === 1 ? "" : ` ${t("findings.riskRansomware")}`}
      </Text>
    </Stack>
  );
}
