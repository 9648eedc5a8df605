import { NumberInput, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import type { WindowRow } from "./window-row.ts";
import type { Declaration, ItemOf } from "../../kit/declaration.ts";
import { DeclarationDialog } from "../../kit/declaration-dialog.tsx";
import { NameField } from "../../kit/name-field.tsx";
import { ownZone } from "../../kit/own-zone.ts";
import { ScheduleField } from "../../kit/schedule-field.tsx";
import { t } from "../../text/text.ts";
import { localInput, timeOfInput } from "./local-time.ts";
import { WindowSubjects } from "./window-subjects.tsx";

type Item = ItemOf<"MaintenanceWindow">;

const hourMs = 3_600_000;

/** From the next full hour on, for two hours. */
function once(now: number): Pick<Item, "startsAt" | "endsAt"> {
  const startsAt = Math.ceil(now / hourMs) * hourMs;
  return {
    startsAt: new Date(startsAt).toISOString(),
    endsAt: new Date(startsAt + 2 * hourMs).toISOString(),
  };
}

const recurring: Pick<Item, "cron" | "timezone" | "durationMin"> = {
  cron: "0 3 * * 0",
  timezone: ownZone,
  durationMin: 120,
};

/** Makes a maintenance window, or changes one. */
export function WindowDialog({
  window,
  onClose,
}: {
  window: WindowRow | null;
  onClose: () => void;
}) {
  return (
    <DeclarationDialog
      kind="MaintenanceWindow"
      need="operate"
      source={window === null ? { item: { name: "", ...once(Date.now()) } } : { id: window.id }}
      title={
        window === null ? t("maintenance.new") : t("maintenance.changeTitle", { name: window.name })
      }
      verb={window === null ? t("maintenance.create") : t("common.save")}
      onClose={onClose}
    >
      {(declaration) => <WindowFields declaration={declaration} />}
    </DeclarationDialog>
  );
}

function WindowFields({ declaration }: { declaration: Declaration<"MaintenanceWindow"> }) {
  const { item, replace } = declaration;
  const { name, sensors, tags, companies } = item;
  const isOnce = item.cron === undefined;
  const turn = (kind: string) => {
    const subjects = {
      ...(sensors === undefined ? {} : { sensors }),
      ...(tags === undefined ? {} : { tags }),
      ...(companies === undefined ? {} : { companies }),
    };
    replace({ name, ...(kind === "once" ? once(Date.now()) : recurring), ...subjects });
  };
  return (
    <>
      <NameField declaration={declaration} hint={t("maintenance.nameHint")} />
      <SegmentedControl
        aria-label={t("maintenance.when")}
        value={isOnce ? "once" : "recurring"}
        onChange={turn}
        data={[
          { value: "once", label: t("maintenance.once") },
          { value: "recurring", label: t("maintenance.recurring") },
        ]}
      />
      {isOnce ? <OnceFields declaration={declaration} /> : <CronFields declaration={declaration} />}
      <WindowSubjects declaration={declaration} />
    </>
  );
}

function OnceFields({ declaration }: { declaration: Declaration<"MaintenanceWindow"> }) {
  const { item, change, errorOf, touch } = declaration;
  const field = (key: "startsAt" | "endsAt") => (
    <TextInput
      type="datetime-local"
      label={t(`maintenance.${key}`)}
      value={item[key] === undefined ? "" : localInput(Date.parse(item[key]))}
      onChange={(event) => change({ [key]: timeOfInput(event.currentTarget.value) })}
      onBlur={() => touch(`/${key}`)}
      error={errorOf(`/${key}`)}
      required
    />
  );
  return (
    <Stack gap="xs">
      {field("startsAt")}
      {field("endsAt")}
      <Text size="xs" c="dimmed">
        {t("maintenance.yourClock", { zone: ownZone })}
      </Text>
    </Stack>
  );
}

function CronFields({ declaration }: { declaration: Declaration<"MaintenanceWindow"> }) {
  const { item, change, errorOf, touch } = declaration;
  return (
    <>
      <ScheduleField
        value={item.cron ?? ""}
        zone={item.timezone ?? "UTC"}
        always
        onChange={(cron, timezone) => change({ cron, timezone })}
        error={errorOf("/cron")}
      />
      <NumberInput
        label={t("maintenance.duration")}
        description={t("maintenance.durationHint")}
        min={1}
        max={10_080}
        allowDecimal={false}
        value={item.durationMin ?? ""}
        onChange={(minutes) =>
          change({ durationMin: minutes === "" ? undefined : Number(minutes) })
        }
        onBlur={() => touch("/durationMin")}
        error={errorOf("/durationMin")}
        required
      />
    </>
  );
}
