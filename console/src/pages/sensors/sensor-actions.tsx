import { Menu } from "@mantine/core";
import { tellDone } from "../../app/tell.tsx";
import {
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconTrash,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAct } from "../../api/hooks.ts";
import type { SensorPage } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { GuardedMenu } from "../../kit/guarded-menu.tsx";
import { t } from "../../text/text.ts";

const outOfDate = ["readSensor", "listSensorRows", "countSensors"] as const;

/** What can be done with one sensor. */
export function SensorActions({
  sensor,
  isChecking,
  onCheck,
}: {
  sensor: SensorPage;
  isChecking: boolean;
  onCheck: () => void;
}) {
  const { name: tenant } = useTenant();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<"pause" | "delete" | null>(null);
  const change = useAct("changeSensors", { changes: outOfDate });
  const remove = useAct("deleteSensors", {
    changes: ["listSensorRows", "countSensors"],
    removes: sensor.id,
  });
  const { id, name, enabled } = sensor;
  const setEnabled = (on: boolean) =>
    change.mutate(
      { body: { select: { ids: [id] }, change: { enabled: on } } },
      {
        onSuccess: () => tellDone(t(on ? "sensor.wasResumed" : "sensor.wasPaused")),
        onSettled: () => setAsking(null),
      },
    );
  const doDelete = () =>
    remove.mutate(
      { body: { select: { ids: [id] } } },
      {
        onSuccess: () => {
          tellDone(t("sensor.wasDeleted"));
          void navigate({ to: paths.sensors(tenant) });
        },
        onSettled: () => setAsking(null),
      },
    );
  return (
    <>
      <GuardedButton
        need="operate"
        variant="default"
        loading={change.isPending}
        leftSection={
          enabled ? (
            <IconPlayerPause size={16} aria-hidden />
          ) : (
            <IconPlayerPlay size={16} aria-hidden />
          )
        }
        onClick={() => (enabled ? setAsking("pause") : setEnabled(true))}
      >
        {t(enabled ? "sensors.pause" : "sensors.resume")}
      </GuardedButton>
      <GuardedButton
        need="operate"
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => void navigate({ to: paths.editSensor(tenant, id) })}
      >
        {t("common.edit")}
      </GuardedButton>
      {enabled && (
        <GuardedButton
          need="operate"
          loading={isChecking}
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={onCheck}
        >
          {t("sensor.checkNow")}
        </GuardedButton>
      )}
      <GuardedMenu need="operate" label={t("sensors.more")}>
        <Menu.Item
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void navigate({ to: `${paths.newSensor(tenant)}?from=${id}` })}
        >
          {t("sensor.duplicate")}
        </Menu.Item>
        <Menu.Item
          c="var(--status-down)"
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={() => setAsking("delete")}
        >
          {t("common.delete")}
        </Menu.Item>
      </GuardedMenu>
      {asking === "pause" && (
        <Confirm
          title={t("sensor.pauseTitle", { name })}
          text={t("sensor.pauseText")}
          verb={t("sensors.pause")}
          busy={change.isPending}
          onCancel={() => setAsking(null)}
          onConfirm={() => setEnabled(false)}
        />
      )}
      {asking === "delete" && (
        <Confirm
          title={t("forms.deleteTitle", { name })}
          text={t("sensor.deleteText")}
          verb={t("common.delete")}
          busy={remove.isPending}
          onCancel={() => setAsking(null)}
          onConfirm={doDelete}
        />
      )}
    </>
  );
}
