import { Anchor, Group, Table, Text } from "@mantine/core";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { AuditRow } from "../../api/operations.generated.ts";
import { useFilters } from "../../app/use-filters.ts";
import { DeleteDeclaration } from "../../kit/delete-declaration.tsx";
import { Empty } from "../../kit/empty.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { scheduleWords } from "../../kit/schedule-words.ts";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { plural, t } from "../../text/text.ts";
import { AuditDialog } from "./audit-dialog.tsx";
import { AuditDrawer } from "./audit-drawer.tsx";
import { AuditMenu } from "./audit-menu.tsx";
import { AuditState } from "./audit-state.tsx";
import { RunAuditButton } from "./run-audit-button.tsx";

/** All audits. The one whose hosts are looked at is in the address (`of`). */
export function AuditList({ onNew }: { onNew: () => void }) {
  const audits = useApi("listAudits", {});
  useLiveRefresh(["audit_jobs"], ["listAudits"]);
  const [filters, change] = useFilters();
  const [doing, setDoing] = useState<{ audit: AuditRow; deed: "change" | "delete" } | null>(null);
  const done = () => setDoing(null);
  const looked = filters["of"];
  return (
    <Loaded query={audits}>
      {({ items }) => (
        <>
          {items.length === 0 ? (
            <Empty
              title={t("audits.empty")}
              hint={t("audits.emptyHint")}
              action={
                <GuardedButton need="operate" onClick={onNew}>
                  {t("audits.new")}
                </GuardedButton>
              }
            />
          ) : (
            <AuditTable
              audits={items}
              onLook={({ id }) => change({ of: id })}
              onChoose={(audit, deed) => setDoing({ audit, deed })}
            />
          )}
          {looked !== undefined && <AuditDrawer id={looked} onClose={() => change({ of: "" })} />}
          {doing?.deed === "change" && <AuditDialog id={doing.audit.id} onClose={done} />}
          {doing?.deed === "delete" && (
            <DeleteDeclaration
              kind="Audit"
              id={doing.audit.id}
              name={doing.audit.name}
              text={t("audits.deleteText")}
              onClose={done}
            />
          )}
        </>
      )}
    </Loaded>
  );
}

function AuditTable({
  audits,
  onLook,
  onChoose,
}: {
  audits: readonly AuditRow[];
  onLook: (audit: AuditRow) => void;
  onChoose: (audit: AuditRow, deed: "change" | "delete") => void;
}) {
  return (
    <WideTable
      label={t("audits.title")}
      minWidth={980}
      heads={[
        t("common.name"),
        t("audits.what"),
        t("audits.where"),
        t("audits.schedule"),
        t("audits.last"),
        t("audits.next"),
        t("audits.state"),
        t("common.actions"),
      ]}
    >
      <Table.Tbody>
        {audits.map((audit) => (
          <Table.Tr key={audit.id}>
            <Table.Td>
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="start"
                onClick={() => onLook(audit)}
              >
                {audit.name}
              </Anchor>
            </Table.Td>
            <Table.Td>
              <Text size="sm">{audit.bundleName}</Text>
              <Text size="xs" c="dimmed">
                {audit.profile}
              </Text>
            </Table.Td>
            <Table.Td>
              <Text size="sm">{plural("audits.hosts", audit.hosts)}</Text>
              <Text size="xs" c="dimmed">
                {placeOf(audit)}
              </Text>
            </Table.Td>
            <Table.Td>{scheduleOf(audit)}</Table.Td>
            <Table.Td>
              <Time at={audit.lastRunAt} />
            </Table.Td>
            <Table.Td>
              <Time at={audit.nextRunAt} never={t("audits.notDue")} />
            </Table.Td>
            <Table.Td>
              <AuditState audit={audit} />
            </Table.Td>
            <Table.Td>
              <Group gap={4} wrap="nowrap">
                <RunAuditButton audit={audit} />
                <AuditMenu audit={audit} onChoose={(deed) => onChoose(audit, deed)} />
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function placeOf({ siteName, tags }: AuditRow): string {
  const site = siteName === null ? t("audits.everywhere") : t("audits.atSite", { site: siteName });
  return tags.length === 0 ? site : `${site}, ${t("audits.withTags", { tags: tags.join(", ") })}`;
}

function scheduleOf({ schedule, enabled }: AuditRow): string {
  if (schedule === null) return t("schedule.kind.none");
  const words = scheduleWords(schedule);
  return enabled ? words : t("audits.rests", { schedule: words });
}
