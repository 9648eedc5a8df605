import { Button, Group, Menu, Paper, Text } from "@mantine/core";
import { IconPlayerPause, IconPlayerPlay, IconTrash, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useTenant } from "../../app/tenant.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { GuardedMenu } from "../../kit/guarded-menu.tsx";
import { plural, t } from "../../text/text.ts";
import { type BulkTask, BulkDialog } from "./bulk-dialog.tsx";
import type { sensorQuery } from "./sensor-filters.tsx";
import type { Selection } from "./use-bulk.ts";

/** What can be done with the sensors that are selected, or with all that match the filters. */
export function SelectionBar({
  selected,
  query,
  onDone,
}: {
  selected: ReadonlySet<string>;
  query: ReturnType<typeof sensorQuery>;
  /** Nothing is to be selected any more. */
  onDone: () => void;
}) {
  const { companyIds } = useTenant();
  const [task, setTask] = useState<BulkTask | null>(null);
  const [expected, setExpected] = useState<number | null>(null);
  const matching = useApi("listSensorRows", { query: { ...query, limit: 1 } });
  const total = matching.data?.total ?? 0;
  const selection: Selection =
    expected === null ? { ids: [...selected] } : { filter: query, expected };
  return (
    <Paper withBorder p="xs" role="region" aria-label={t("sensors.bulk")}>
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {expected === null
            ? plural("common.selected", selected.size)
            : plural("sensors.matching", expected)}
        </Text>
        {expected === null && total > selected.size && (
          <Button size="compact-sm" variant="subtle" onClick={() => setExpected(total)}>
            {t("sensors.selectMatching", { count: total })}
          </Button>
        )}
        <Group gap="xs" ml="auto">
          <GuardedButton
            need="operate"
            size="xs"
            variant="default"
            leftSection={<IconPlayerPause size={14} aria-hidden />}
            onClick={() => setTask("pause")}
          >
            {t("sensors.pause")}
          </GuardedButton>
          <GuardedButton
            need="operate"
            size="xs"
            variant="default"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            onClick={() => setTask("resume")}
          >
            {t("sensors.resume")}
          </GuardedButton>
          <GuardedMenu need="operate" label={t("sensors.more")} size="xs">
            <Menu.Item onClick={() => setTask("interval")}>{t("sensors.setInterval")}</Menu.Item>
            <Menu.Item onClick={() => setTask("company")}>{t("sensors.setCompany")}</Menu.Item>
            {companyIds === null && (
              <Menu.Item onClick={() => setTask("collector")}>
                {t("sensors.setCollector")}
              </Menu.Item>
            )}
            <Menu.Item onClick={() => setTask("addTags")}>{t("sensors.addTags")}</Menu.Item>
            <Menu.Item onClick={() => setTask("removeTags")}>{t("sensors.removeTags")}</Menu.Item>
            <Menu.Divider />
            <Menu.Item
              c="var(--status-down)"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() => setTask("delete")}
            >
              {t("common.delete")}
            </Menu.Item>
          </GuardedMenu>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconX size={14} aria-hidden />}
            onClick={onDone}
          >
            {t("sensors.clearSelection")}
          </Button>
        </Group>
      </Group>
      {task !== null && (
        <BulkDialog
          task={task}
          selection={selection}
          count={expected ?? selected.size}
          onClose={(done) => {
            setTask(null);
            if (done) onDone();
          }}
        />
      )}
    </Paper>
  );
}
