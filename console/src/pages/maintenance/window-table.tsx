import { Anchor, Menu, Stack, Table, Text } from "@mantine/core";
import { formatDuration } from "../../kit/format-duration.ts";
import { formatExactIn } from "../../kit/format-exact-in.ts";
import { RowMenu } from "../../kit/row-menu.tsx";
import { scheduleWords } from "../../kit/schedule-words.ts";
import { ownZone } from "../../kit/own-zone.ts";
import { Time } from "../../kit/time.tsx";
import { WideTable } from "../../kit/wide-table.tsx";
import { t } from "../../text/text.ts";
import type { WindowRow } from "./window-row.ts";

export type WindowDeed = "change" | "end" | "delete";

/** Windows of one kind, one in each line. */
export function WindowTable({
  windows,
  label,
  onChoose,
}: {
  windows: readonly WindowRow[];
  label: string;
  onChoose: (window: WindowRow, deed: WindowDeed) => void;
}) {
  return (
    <WideTable
      label={label}
      minWidth={560}
      heads={[
        { title: t("common.name"), width: "22%" },
        t("maintenance.when"),
        { title: t("maintenance.covers"), width: "26%" },
        { title: t("common.actions"), width: 86 },
      ]}
    >
      <Table.Tbody>
        {windows.map((window) => (
          <Table.Tr key={window.id}>
            <Table.Td valign="top">
              <Anchor
                component="button"
                type="button"
                size="sm"
                ta="start"
                onClick={() => onChoose(window, "change")}
              >
                {window.name}
              </Anchor>
            </Table.Td>
            <Table.Td valign="top">
              <When window={window} />
            </Table.Td>
            <Table.Td valign="top">
              <Covers window={window} />
            </Table.Td>
            <Table.Td valign="top">
              <RowMenu need="operate" name={window.name}>
                <Menu.Item onClick={() => onChoose(window, "change")}>{t("common.edit")}</Menu.Item>
                {window.state === "now" && window.cron === null && (
                  <Menu.Item onClick={() => onChoose(window, "end")}>
                    {t("maintenance.end")}
                  </Menu.Item>
                )}
                <Menu.Item color="red" onClick={() => onChoose(window, "delete")}>
                  {t("common.delete")}
                </Menu.Item>
              </RowMenu>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  );
}

function When({ window }: { window: WindowRow }) {
  const { cron, timeZone, durationMin, current, next, startsAt, endsAt } = window;
  return (
    <Stack gap={2}>
      {current !== null && (
        <Text size="sm" fw={600}>
          {t("maintenance.endsIn")} <Time at={current.endsAt} />
        </Text>
      )}
      {cron === null ? (
        <Text size="sm">
          {startsAt === null || endsAt === null
            ? null
            : t("maintenance.fromTo", {
                from: formatExactIn(startsAt, ownZone),
                to: formatExactIn(endsAt, ownZone),
              })}
        </Text>
      ) : (
        <>
          <Text size="sm">
            {t("maintenance.schedule", {
              schedule: scheduleWords(cron),
              zone: timeZone,
              duration: formatDuration((durationMin ?? 0) * 60_000),
            })}
          </Text>
          {next.length > 0 && (
            <Text size="xs" c="dimmed">
              {t("maintenance.nextTimes", {
                times: next.map((opening) => formatExactIn(opening.startsAt, timeZone)).join(" · "),
              })}
            </Text>
          )}
        </>
      )}
    </Stack>
  );
}

function Covers({ window: { sensors, tags, companies } }: { window: WindowRow }) {
  const parts = [
    ...(companies.length > 0 ? [t("maintenance.ofCompanies", { names: namesOf(companies) })] : []),
    ...(sensors.length > 0 ? [t("maintenance.ofSensors", { names: namesOf(sensors) })] : []),
    ...(tags.length > 0 ? [t("maintenance.ofTags", { names: tags.join(", ") })] : []),
  ];
  const lines = parts.length === 0 ? [t("maintenance.coversAll")] : parts;
  return lines.map((line) => (
    <Text key={line} size="sm">
      {line}
    </Text>
  ));
}

const shownNames = 4;

function namesOf(things: readonly { name: string }[]): string {
  const shown = things.slice(0, shownNames).map(({ name }) => name);
  const more = things.length - shown.length;
  return more > 0 ? t("maintenance.andMore", { names: shown.join(", "), more }) : shown.join(", ");
}
