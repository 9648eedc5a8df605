import { Anchor, Stack, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { formatNumber, t } from "../../text/text.ts";

/** Audits of a host, the newest first. */
export function AssetAudits({ assetId }: { assetId: string }) {
  const { name } = useTenant();
  const runs = useApi("listAssetAuditRuns", { path: { id: assetId } });
  useLiveRefresh(["audit_jobs"], ["listAssetAuditRuns"]);
  return (
    <Loaded query={runs}>
      {({ items }) =>
        items.length === 0 ? (
          <Stack gap="xs" align="flex-start">
            <Text size="sm">{t("assets.auditsNone")}</Text>
            <Anchor component={Link} to={paths.audits(name)} size="sm">
              {t("assets.toAudits")}
            </Anchor>
          </Stack>
        ) : (
          <WideTable
            label={t("assets.tab.audits")}
            minWidth={640}
            heads={[
              t("assets.bundle"),
              t("assets.auditWhen"),
              { title: t("assets.auditSatisfied"), align: "end" },
              { title: t("assets.auditFailed"), align: "end" },
              { title: t("assets.auditUnknown"), align: "end" },
            ]}
          >
            <Table.Tbody>
              {items.map((run) => (
                <Table.Tr key={run.id}>
                  <Table.Td>
                    <Anchor component={Link} to={paths.auditRun(name, run.id)} size="sm">
                      {run.profile === null ? run.bundleName : `${run.bundleName}: ${run.profile}`}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <Time at={run.runAt} />
                  </Table.Td>
                  <Table.Td ta="end">{formatNumber(run.satisfied)}</Table.Td>
                  <Table.Td ta="end">{formatNumber(run.failed)}</Table.Td>
                  <Table.Td ta="end">{formatNumber(run.unknown)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )
      }
    </Loaded>
  );
}
