import { Table, Text } from "@mantine/core";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import { Duration } from "../../kit/duration.tsx";
import { formatScore } from "../../kit/format-score.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";
import { AssessmentState } from "./assessment-state.tsx";

/** Assessments of a directory, the newest first. */
export function AssessmentHistory({ directoryId }: { directoryId: string }) {
  const assessments = useApi("listAssessments", { path: { id: directoryId } });
  useLiveRefresh(["assessments"], ["listAssessments"]);
  return (
    <Loaded query={assessments}>
      {({ items }) =>
        items.length === 0 ? (
          <Text size="sm">{t("identity.noAssessments")}</Text>
        ) : (
          <WideTable
            label={t("identity.assessments")}
            minWidth={680}
            heads={[
              t("scans.askedFor"),
              t("scans.outcome"),
              { title: t("identity.score"), align: "end" },
              t("scans.duration"),
              t("scans.requestedBy"),
              t("scans.why"),
            ]}
          >
            <Table.Tbody>
              {items.map((one) => (
                <Table.Tr key={one.id}>
                  <Table.Td>
                    <Time at={one.createdAt} />
                  </Table.Td>
                  <Table.Td>
                    <AssessmentState assessment={one} />
                  </Table.Td>
                  <Table.Td ta="end">{one.score === null ? null : formatScore(one.score)}</Table.Td>
                  <Table.Td>
                    {one.startedAt !== null && <Duration from={one.startedAt} to={one.endedAt} />}
                  </Table.Td>
                  <Table.Td>
                    {one.requestedBy === "schedule" ? t("scans.bySchedule") : one.requestedBy}
                  </Table.Td>
                  <Table.Td>{one.error}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </WideTable>
        )
      }
    </Loaded>
  );
}
