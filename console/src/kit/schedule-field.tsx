import {
  Chip,
  Group,
  Input,
  List,
  NumberInput,
  Select,
  Stack,
  Text,
  TextInput,
} from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useApi } from "../api/hooks.ts";
import { t } from "../text/text.ts";
import { type NamedSchedule, readSchedule, weekdayName, writeSchedule } from "./schedule-words.ts";
import { formatExactIn } from "./format-exact-in.ts";
import { ZoneSelect } from "./zone-select.tsx";

type Kind = NamedSchedule["kind"] | "none" | "own";

const kinds: readonly Kind[] = ["none", "hourly", "daily", "weekly", "monthly", "own"];
/** Monday first. */
const weekdays = [1, 2, 3, 4, 5, 6, 0] as const;
const typingMs = 300;

/**
 * When something is done: by a choice of words, or by cron for all else, with the next times that come of it.
 *
 * @param value five-field cron; empty: only when asked to.
 * @param zone IANA name that the times are of.
 * @param always it cannot be without a schedule.
 */
export function ScheduleField({
  value,
  zone,
  onChange,
  always = false,
  error,
}: {
  value: string;
  zone: string;
  onChange: (value: string, zone: string) => void;
  always?: boolean;
  error?: string | undefined;
}) {
  const named = readSchedule(value);
  const [isOwn, setOwn] = useState(value !== "" && named === null);
  const kind: Kind = isOwn ? "own" : value === "" ? "none" : (named?.kind ?? "own");
  const choose = (wanted: Kind) => {
    setOwn(wanted === "own");
    if (wanted === "none") onChange("", zone);
    else if (wanted === "own") onChange(value === "" ? "0 3 * * *" : value, zone);
    else onChange(writeSchedule(asKind(wanted, named)), zone);
  };
  const set = (schedule: NamedSchedule) => onChange(writeSchedule(schedule), zone);
  return (
    <Stack gap="xs">
      <Group gap="xs" align="flex-end">
        <Select
          label={t("schedule.when")}
          w={190}
          allowDeselect={false}
          data={(always ? kinds.filter((each) => each !== "none") : kinds).map((each) => ({
            value: each,
            label: t(`schedule.kind.${each}`),
          }))}
          value={kind}
          onChange={(chosen) => choose(kinds.find((each) => each === chosen) ?? "none")}
        />
        {kind === "own" && (
          <TextInput
            label={t("schedule.cron")}
            w={190}
            value={value}
            maxLength={100}
            onChange={(event) => onChange(event.currentTarget.value, zone)}
          />
        )}
        {kind !== "own" && named !== null && <NamedFields schedule={named} onChange={set} />}
        {kind !== "none" && (
          <ZoneSelect
            label={t("schedule.zone")}
            value={zone}
            onChange={(chosen) => onChange(value, chosen)}
          />
        )}
      </Group>
      {error !== undefined && <Input.Error>{error}</Input.Error>}
      {kind !== "none" && <NextTimes schedule={value} zone={zone} />}
    </Stack>
  );
}

function NamedFields({
  schedule,
  onChange,
}: {
  schedule: NamedSchedule;
  onChange: (schedule: NamedSchedule) => void;
}) {
  if (schedule.kind === "hourly") {
    return (
      <NumberInput
        label={t("schedule.minute")}
        w={110}
        min={0}
        max={59}
        value={schedule.minute}
        onChange={(minute) => onChange({ ...schedule, minute: Number(minute) || 0 })}
      />
    );
  }
  const time = `${String(schedule.hour).padStart(2, "0")}:${String(schedule.minute).padStart(2, "0")}`;
  const setTime = (text: string) => {
    const [hour, minute] = text.split(":").map(Number);
    if (hour !== undefined && minute !== undefined) onChange({ ...schedule, hour, minute });
  };
  return (
    <>
      {schedule.kind === "monthly" && (
        <NumberInput
          label={t("schedule.day")}
          w={110}
          min={1}
          max={31}
          value={schedule.day}
          onChange={(day) => onChange({ ...schedule, day: Math.max(1, Number(day) || 1) })}
        />
      )}
      <TextInput
        type="time"
        label={t("schedule.time")}
        w={140}
        value={time}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      {schedule.kind === "weekly" && (
        <Input.Wrapper label={t("schedule.days")}>
          <Group gap={4} role="group" aria-label={t("schedule.days")}>
            {weekdays.map((day) => (
              <Chip
                key={day}
                size="xs"
                checked={schedule.days.includes(day)}
                aria-label={weekdayName(day)}
                onChange={(on) => onChange({ ...schedule, days: daysWith(schedule.days, day, on) })}
              >
                {weekdayName(day, "short")}
              </Chip>
            ))}
          </Group>
        </Input.Wrapper>
      )}
    </>
  );
}

function NextTimes({ schedule, zone }: { schedule: string; zone: string }) {
  const [settled] = useDebouncedValue(schedule, typingMs);
  const preview = useApi(
    "previewSchedule",
    { query: { schedule: settled, timezone: zone } },
    { enabled: settled !== "" },
  );
  const { fault = null, next = [] } = preview.data ?? {};
  return (
    <div role="status">
      {fault !== null ? (
        <Text size="sm" c="red">
          {fault}
        </Text>
      ) : (
        next.length > 0 && (
          <Text size="sm" c="dimmed" component="div">
            {t("schedule.next")}
            <List size="sm">
              {next.map((at) => (
                <List.Item key={at}>{formatExactIn(at, zone)}</List.Item>
              ))}
            </List>
          </Text>
        )
      )}
    </div>
  );
}

/** The same time of day in another rhythm. */
function asKind(kind: NamedSchedule["kind"], before: NamedSchedule | null): NamedSchedule {
  const minute = before?.minute ?? 0;
  const hour = before === null || before.kind === "hourly" ? 3 : before.hour;
  if (kind === "hourly") return { kind, minute };
  if (kind === "daily") return { kind, minute, hour };
  if (kind === "weekly") return { kind, minute, hour, days: [1] };
  return { kind, minute, hour, day: 1 };
}

function daysWith(days: readonly number[], day: number, on: boolean): number[] {
  const others = days.filter((each) => each !== day);
  const chosen = on ? [...others, day] : others;
  // A schedule without a day is none.
  return (chosen.length === 0 ? [...days] : chosen).toSorted((a, b) => a - b);
}
