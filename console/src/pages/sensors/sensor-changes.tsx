import { Table, Text } from "@mantine/core";
import { useApi } from "../../api/hooks.ts";
import type { AuditLogRow } from "../../api/operations.generated.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";

const shown = 20;

/** Who changed the sensor, newest first; administrators only see it. */
export function SensorChanges({ sensorId }: { sensorId: string }) {
  const changes = useApi("listAuditLog", {
    query: { subject: sensorId, sort: "-at", limit: shown },
  });
  return (
    <Section title={t("sensor.changes")}>
      <Loaded query={changes}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">{t("sensor.noChanges")}</Text>
          ) : (
            <WideTable
              label={t("sensor.changesTable")}
              minWidth={520}
              heads={[t("sensor.changes.when"), t("sensor.changes.who"), t("sensor.changes.what")]}
            >
              <Table.Tbody>
                {items.map((entry) => (
                  <Table.Tr key={entry.id}>
                    <Table.Td>
                      <Time at={entry.at} />
                    </Table.Td>
                    <Table.Td>{entry.actorName}</Table.Td>
                    <Table.Td>{inWords(entry)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </WideTable>
          )
        }
      </Loaded>
    </Section>
  );
}

function inWords({ action, detail }: AuditLogRow): string {
  if (action === "sensor.create") return t("sensor.changes.made");
  const changes = Object.entries(detail).map(([field, value]) => {
    if (typeof value !== "object" || value === null || !("to" in value)) {
      return t("sensor.changes.changed", { field });
    }
    const from = "from" in value ? value.from : null;
    return t("sensor.changes.fromTo", { field, from: textOf(from), to: textOf(value.to) });
  });
  return changes.length === 0 ? action : changes.join(" · ");
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return t("common.none");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
