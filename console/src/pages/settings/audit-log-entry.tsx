import { Dialog } from "../../kit/dialog.tsx";
import { Stack, Table, Text } from "@mantine/core";
import type { AuditLogRow } from "../../api/operations.generated.ts";
import { Facts } from "../../kit/facts.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";
import { actionWords, changedFields } from "./audit-log-words.ts";

/** One line of the log with all that it says. */
export function AuditLogEntry({ entry, onClose }: { entry: AuditLogRow; onClose: () => void }) {
  const fields = changedFields(entry.detail);
  return (
    <Dialog opened onClose={onClose} title={actionWords(entry.action)} size="lg">
      <Stack gap="md">
        <Facts
          facts={[
            [t("auditLog.when"), <Time key="at" at={entry.at} exact />],
            [t("auditLog.who"), `${entry.actorName} (${t(kindOf(entry.actorKind))})`],
            [t("auditLog.subject"), entry.subjectName ?? entry.subjectId],
            [t("auditLog.subjectId"), entry.subjectId],
            [t("auditLog.request"), entry.requestId],
          ]}
        />
        {fields.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t("auditLog.noDetail")}
          </Text>
        ) : (
          <WideTable
            label={t("auditLog.changes")}
            minWidth={420}
            heads={[t("auditLog.field"), t("auditLog.from"), t("auditLog.to")]}
          >
            <Table.Tbody>
              {fields.map(({ field, from, to }) => (
                <Table.Tr key={field}>
                  <Table.Td>{field}</Table.Td>
                  <Table.Td>{from}</Table.Td>
                  <Table.Td>{to}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )}
      </Stack>
    </Dialog>
  );
}

const kinds = {
  user: "auditLog.kind.user",
  api_key: "auditLog.kind.api_key",
  collector: "auditLog.kind.collector",
  command_line: "auditLog.kind.command_line",
  system: "auditLog.kind.system",
} as const;

function kindOf(kind: string) {
  return Object.entries(kinds).find(([name]) => name === kind)?.[1] ?? "auditLog.kind.system";
}
