import { Anchor, Stack, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { AssetPage } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Facts } from "../../kit/facts.tsx";
import { formatFactor, formatScore } from "../../kit/format-score.ts";
import { WideTable } from "../../kit/wide-table.tsx";
import { plural, t } from "../../text/text.ts";

const number = { fontVariantNumeric: "tabular-nums" } as const;

/** The terms of an asset's risk, the worst finding first, to be worked out again by hand. */
export function AssetRisk({ asset: { row, detail, riskTerms } }: { asset: AssetPage }) {
  const { name } = useTenant();
  const { riskFactors, acceptedRisk } = detail;
  return (
    <Stack gap="sm" maw={1000}>
      <Facts
        facts={[
          [t("assets.risk"), formatScore(row.riskScore)],
          [
            t("assets.criticality"),
            riskFactors === undefined ? null : formatFactor(riskFactors.criticality),
          ],
          [t("assets.acceptedRisk"), acceptedRisk === 0 ? null : formatScore(acceptedRisk)],
        ]}
      />
      {riskFactors === undefined || riskTerms.length === 0 ? (
        <Text size="sm">{t("assets.riskNone")}</Text>
      ) : (
        <>
          <WideTable
            label={t("assets.riskTitle")}
            minWidth={480}
            heads={[
              t("assets.riskFinding"),
              { title: t("assets.riskScore"), align: "end" },
              { title: t("assets.riskExponent"), align: "end" },
              { title: t("assets.riskTerm"), align: "end" },
            ]}
          >
            <Table.Tbody>
              {riskTerms.map(({ findingId, weakness, title, score, exponent }) => (
                <Table.Tr key={findingId}>
                  <Table.Td>
                    {title === null ? (
                      weakness
                    ) : (
                      <Anchor component={Link} to={paths.finding(name, findingId)} size="sm">
                        {title}
                      </Anchor>
                    )}
                  </Table.Td>
                  <Table.Td ta="end" style={number}>
                    {formatScore(score)}
                  </Table.Td>
                  <Table.Td ta="end" style={number}>
                    {formatFactor(exponent)}
                  </Table.Td>
                  <Table.Td ta="end" style={number}>
                    {formatFactor((1 - score / 100) ** exponent)}
                  </Table.Td>
                </Table.Tr>
              ))}
              {riskFactors.rest.count > 0 && (
                <Table.Tr>
                  <Table.Td colSpan={3}>
                    {plural("assets.riskRest", riskFactors.rest.count)}
                  </Table.Td>
                  <Table.Td ta="end" style={number}>
                    {formatFactor(riskFactors.rest.product)}
                  </Table.Td>
                </Table.Tr>
              )}
            </Table.Tbody>
          </WideTable>
          <Text size="xs" c="dimmed">
            {t("assets.riskIs")}
          </Text>
        </>
      )}
    </Stack>
  );
}
