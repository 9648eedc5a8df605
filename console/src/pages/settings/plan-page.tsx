import { Alert, Anchor, NumberInput, Stack, Table, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useAct, useApi } from "../../api/hooks.ts";
import { paths } from "../../app/paths.ts";
import { useMay, useTenant } from "../../app/tenant.ts";
import { Bar } from "../../kit/bar.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { Section } from "../../kit/section.tsx";
import { formatNumber, t } from "../../text/text.ts";

/** Companies that use most of it; the others are on the usage page. */
const shownCompanies = 5;

/** Settings → Plan: what the tenant may have, and how much of it there is. */
export function PlanPage() {
  const plan = useApi("readPlanDeclaration", {});
  return (
    <Page title={t("plan.title")} lead={t("plan.lead")}>
      <Loaded query={plan}>
        {({ sensorLimit }) => <PlanForm key={sensorLimit} limit={sensorLimit} />}
      </Loaded>
      <UsedBy />
    </Page>
  );
}

function PlanForm({ limit }: { limit: number }) {
  const [wanted, setWanted] = useState<number | string>(limit);
  const mayChange = useMay("administer");
  const usage = useApi("readUsage", {});
  const change = useAct("changePlan", {
    changes: ["readPlanDeclaration", "readUsage"],
    done: t("plan.changed"),
    quiet: true,
  });
  const used = usage.data?.total ?? 0;
  const value = Number(wanted);
  const isValid = wanted !== "" && Number.isSafeInteger(value) && value >= 0;
  return (
    <Section title={t("plan.limit")}>
      <Stack gap="sm" maw={420}>
        <NumberInput
          label={t("plan.sensors")}
          description={t("plan.sensorsHint")}
          min={0}
          max={2_147_483_647}
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          value={wanted}
          onChange={setWanted}
          disabled={!mayChange}
          error={isValid ? undefined : t("plan.invalid")}
        />
        {isValid && value < used && (
          <Alert color="yellow" icon={<IconAlertTriangle size={18} aria-hidden />}>
            {t("plan.belowUse", { used })}
          </Alert>
        )}
        {change.error !== null && <ProblemAlert error={change.error} />}
        <div>
          <GuardedButton
            need="administer"
            loading={change.isPending}
            disabled={value === limit || !isValid}
            onClick={() => change.mutate({ body: { sensorLimit: value } })}
          >
            {t("common.save")}
          </GuardedButton>
        </div>
      </Stack>
    </Section>
  );
}

function UsedBy() {
  const { name } = useTenant();
  const usage = useApi("readUsage", {});
  return (
    <Loaded query={usage}>
      {({ total, limit, companies }) => {
        const percent = limit === null || limit === 0 ? 100 : Math.min(100, (100 * total) / limit);
        const most = companies.toSorted((a, b) => b.total - a.total).slice(0, shownCompanies);
        return (
          <Section
            title={t("plan.used")}
            actions={
              <Anchor component={Link} to={paths.usage(name)} size="sm">
                {t("plan.toUsage")}
              </Anchor>
            }
          >
            <Text size="sm">{t("plan.usedOf", { total, limit: limit ?? 0 })}</Text>
            <Bar
              value={percent}
              size="lg"
              tone={percent >= 100 ? "status-down" : percent >= 90 ? "status-warning" : "status-up"}
              aria-label={t("plan.used")}
            />
            {most.length > 0 && (
              <Table aria-label={t("plan.byWhom")}>
                <Table.Thead>
                  <Table.Tr>
                    <Table.Th>{t("plan.byWhom")}</Table.Th>
                    <Table.Th ta="end">{t("plan.counted")}</Table.Th>
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {most.map(({ companyId, companyName, total: counted }) => (
                    <Table.Tr key={companyId ?? ""}>
                      <Table.Td>{companyName ?? t("plan.noCompany")}</Table.Td>
                      <Table.Td ta="end">{formatNumber(counted)}</Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </Section>
        );
      }}
    </Loaded>
  );
}
