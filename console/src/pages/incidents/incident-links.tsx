import { Anchor, Table, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { IncidentRow } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Duration } from "../../kit/duration.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";
import { IncidentState, subjectOf } from "./incident-state.tsx";

/** Other incidents, each with a word on how it bears on the one of the page, if that is known. */
export function IncidentLinks({
  label,
  rows,
}: {
  label: string;
  rows: readonly { incident: IncidentRow; relation?: string }[];
}) {
  const { name } = useTenant();
  const withRelation = rows.some(({ relation }) => relation !== undefined);
  return (
    <WideTable
      label={label}
      minWidth={720}
      heads={[
        t("incidents.what"),
        ...(withRelation ? [t("incidents.relation")] : []),
        t("incidents.state"),
        t("incidents.cause"),
        t("incidents.opened"),
        t("incidents.duration"),
      ]}
    >
      <Table.Tbody>
        {rows.map(({ incident, relation }) => (
          <Table.Tr key={incident.id}>
            <Table.Td>
              <Anchor component={Link} to={paths.incident(name, incident.id)} size="sm">
                {subjectOf(incident)}
              </Anchor>
            </Table.Td>
            {withRelation && <Table.Td>{relation}</Table.Td>}
            <Table.Td>
              <IncidentState incident={incident} />
            </Table.Td>
            <Table.Td>
              <Text size="sm" lineClamp={2}>
                {incident.cause}
              </Text>
            </Table.Td>
            <Table.Td>
              <Time at={incident.openedAt} />
            </Table.Td>
            <Table.Td>
              <Duration from={incident.openedAt} to={incident.closedAt} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}
