import { Anchor, Group, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { UsageByCompany } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Bar } from "../../kit/bar.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { formatNumber, t } from "../../text/text.ts";

/** A line for each company, with its share as a bar and as a number. */
export function UsageTable({ usage: { total, companies } }: { usage: UsageByCompany }) {
  const { name } = useTenant();
  return (
    <WideTable
      label={t("usage.title")}
      minWidth={720}
      heads={[
        t("usage.company"),
        { title: t("usage.sensors"), align: "end" },
        { title: t("usage.base"), align: "end" },
        { title: t("usage.interfaces"), align: "end" },
        { title: t("usage.host"), align: "end" },
        { title: t("usage.counted"), align: "end" },
        { title: t("usage.share"), width: "26%" },
      ]}
    >
      <Table.Tbody>
        {companies.map((company) => (
          <Table.Tr key={company.companyId ?? ""}>
            <Table.Td>
              {company.companyId === null ? (
                t("usage.noCompany")
              ) : (
                <Anchor
                  component={Link}
                  to={`${paths.sensors(name)}?company=${company.companyId}`}
                  size="sm"
                >
                  {company.companyName}
                </Anchor>
              )}
            </Table.Td>
            <Count count={company.sensors} />
            <Count count={company.baseSensors} />
            <Count count={company.interfaceSensors} />
            <Count count={company.hostSensors} />
            <Count count={company.total} />
            <Table.Td>
              <Share counted={company.total} of={total} what={company.companyName} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
      <Table.Tfoot>
        <Table.Tr>
          <Table.Th>{t("usage.whole")}</Table.Th>
          <Count count={sum(companies, "sensors")} />
          <Count count={sum(companies, "baseSensors")} />
          <Count count={sum(companies, "interfaceSensors")} />
          <Count count={sum(companies, "hostSensors")} />
          <Count count={total} />
          <Table.Td />
        </Table.Tr>
      </Table.Tfoot>
    </WideTable>
  );
}

type Company = UsageByCompany["companies"][number];

function sum(
  companies: readonly Company[],
  field: "sensors" | "baseSensors" | "interfaceSensors" | "hostSensors",
): number {
  return companies.reduce((all, company) => all + company[field], 0);
}

function Count({ count }: { count: number }) {
  return (
    <Table.Td ta="end" style={{ fontVariantNumeric: "tabular-nums" }}>
      {formatNumber(count)}
    </Table.Td>
  );
}

function Share({ counted, of, what }: { counted: number; of: number; what: string | null }) {
  const percent = of === 0 ? 0 : (100 * counted) / of;
  const rounded = Math.round(percent);
  return (
    <Group gap="xs" wrap="nowrap">
      <Bar
        value={percent}
        flex={1}
        miw={60}
        aria-label={`${what ?? t("usage.noCompany")}: ${t("usage.share")}`}
      />
      <Text size="sm" w={48} ta="end">
        {t("usage.percent", { percent: rounded })}
      </Text>
    </Group>
  );
}
