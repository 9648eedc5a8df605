import { Alert, Anchor, Button, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { operationUrl } from "../../api/client.ts";
import { useApi } from "../../api/hooks.ts";
import type { UsageByCompany } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useMay, useTenant } from "../../app/tenant.ts";
import { Bar } from "../../kit/bar.tsx";
import { Empty } from "../../kit/empty.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { t } from "../../text/text.ts";
import { UsageTable } from "./usage-table.tsx";

/** What counts against the plan, by company. */
export function UsagePage() {
  const tenant = useTenant();
  const usage = useApi("readUsage", {});
  const mayDeclare = useMay("operate");
  return (
    <Page
      title={t("usage.title")}
      lead={t("usage.lead")}
      actions={
        <Button
          component="a"
          href={operationUrl("downloadUsage", { path: { tenantId: tenant.id } })}
          download
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          {t("usage.download")}
        </Button>
      }
    >
      <Loaded query={usage}>
        {(data) => (
          <>
            <AgainstPlan usage={data} />
            {data.companies.length === 0 ? (
              <Empty
                title={t("usage.empty")}
                hint={t("usage.emptyHint")}
                action={
                  mayDeclare && (
                    <Button component={Link} to={paths.newSensor(tenant.name)}>
                      {t("usage.newSensor")}
                    </Button>
                  )
                }
              />
            ) : (
              <UsageTable usage={data} />
            )}
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The whole against the limit, and what happens there. */
function AgainstPlan({ usage: { total, limit } }: { usage: UsageByCompany }) {
  const { name, companyIds } = useTenant();
  if (limit === null) return null;
  const remaining = limit - total;
  const percent = limit === 0 ? 100 : Math.min(100, (100 * total) / limit);
  const what = t("usage.ofPlan", { total, limit });
  return (
    <Section
      title={what}
      actions={
        companyIds === null && (
          <Anchor component={Link} to={paths.plan(name)} size="sm">
            {t("usage.toPlan")}
          </Anchor>
        )
      }
    >
      <Bar
        value={percent}
        size="lg"
        tone={remaining <= 0 ? "status-down" : percent >= 90 ? "status-warning" : "status-up"}
        aria-label={what}
      />
      {remaining > 0 ? (
        <Stack gap={0}>
          <Text size="sm">{t("usage.remaining", { count: remaining })}</Text>
          <Text size="sm" c="dimmed">
            {t("usage.atTheLimit")}
          </Text>
        </Stack>
      ) : (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />}>
          {remaining === 0 ? t("usage.full") : t("usage.over", { count: -remaining })}
        </Alert>
      )}
    </Section>
  );
}
