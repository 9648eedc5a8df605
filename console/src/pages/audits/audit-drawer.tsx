import { SideDialog } from "../../kit/dialog.tsx";
import { Anchor, Group, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { AuditPage } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Loaded } from "../../kit/loading.tsx";
import { t } from "../../text/text.ts";
import { AuditJobs } from "./audit-jobs.tsx";
import { AuditState } from "./audit-state.tsx";
import { RunAuditButton } from "./run-audit-button.tsx";

/** How an audit goes on each of its hosts, live. */
export function AuditDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const audit = useApi("readAudit", { path: { id } });
  useLiveRefresh(["audit_jobs"], ["readAudit"]);
  const name = audit.data?.audit.name;
  return (
    <SideDialog
      opened
      onClose={onClose}
      position="right"
      size="xl"
      title={name === undefined ? t("audits.byHost") : t("audits.byHostOf", { name })}
      closeButtonProps={{ "aria-label": t("common.close") }}
    >
      <Loaded query={audit}>{(data) => <Hosts page={data} />}</Loaded>
    </SideDialog>
  );
}

function Hosts({ page: { audit, jobs } }: { page: AuditPage }) {
  const tenant = useTenant();
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <AuditState audit={audit} />
        <RunAuditButton audit={audit} />
      </Group>
      {audit.hosts === 0 && (
        <Text size="sm">
          {t("audits.noHosts")}{" "}
          {tenant.companyIds === null && (
            <Anchor component={Link} to={paths.agents(tenant.name)} size="sm">
              {t("audits.toAgents")}
            </Anchor>
          )}
        </Text>
      )}
      {jobs.length === 0 && audit.hosts > 0 && <Text size="sm">{t("audits.noJobs")}</Text>}
      {jobs.length > 0 && <AuditJobs audit={audit} jobs={jobs} />}
      <Anchor
        component={Link}
        to={`${paths.audits(tenant.name)}?tab=runs&audit=${audit.id}`}
        size="sm"
      >
        {t("audits.allRuns")}
      </Anchor>
    </Stack>
  );
}
