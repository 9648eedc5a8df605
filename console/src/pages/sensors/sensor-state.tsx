import { Anchor, Button, Group, Stack, Text } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import type { SensorPage } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Facts } from "../../kit/facts.tsx";
import { Duration } from "../../kit/duration.tsx";
import { formatMs, formatPercent } from "../../kit/format-quantity.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Section } from "../../kit/section.tsx";
import { StateBadge } from "../../kit/state-badge.tsx";
import { Time, formatExact } from "../../kit/time.tsx";
import { formatNumber, t } from "../../text/text.ts";
import { AcknowledgeDialog } from "../incidents/acknowledge-dialog.tsx";
import { sensorWhy } from "./sensor-why.ts";

/** How the sensor is, since when and why, and what the last check found. */
export function SensorState({ sensor }: { sensor: SensorPage }) {
  const { status, stateSince } = sensor;
  return (
    <Section title={t("sensor.now")} actions={<IncidentActions sensor={sensor} />}>
      <Stack gap="sm" role="status">
        <Group gap="sm" align="baseline">
          <Text component="span" size="xl" fw={600}>
            <StateBadge status={status} size={26} />
          </Text>
          {stateSince !== null && (
            <Text component="span" size="sm" c="dimmed">
              {t("sensor.for")} <Duration from={stateSince} to={null} /> · {t("sensor.sinceTime")}{" "}
              <time dateTime={new Date(stateSince).toISOString()}>{formatExact(stateSince)}</time>
            </Text>
          )}
        </Group>
        <Stack gap={4}>
          {sensorWhy(sensor).map((sentence) => (
            <Text key={sentence} size="md">
              {sentence}
            </Text>
          ))}
        </Stack>
      </Stack>
      <Facts facts={factsOf(sensor)} />
    </Section>
  );
}

function IncidentActions({ sensor: { incident } }: { sensor: SensorPage }) {
  const { name } = useTenant();
  const [acknowledging, setAcknowledging] = useState(false);
  if (incident === null) return null;
  return (
    <Group gap="xs">
      {incident.acknowledgedBy === null ? (
        <GuardedButton
          need="operate"
          size="xs"
          leftSection={<IconUserCheck size={14} aria-hidden />}
          onClick={() => setAcknowledging(true)}
        >
          {t("sensor.acknowledge")}
        </GuardedButton>
      ) : (
        <Group gap={4}>
          <IconUserCheck size={16} aria-hidden />
          <Text size="sm">
            {t("sensors.acknowledgedBy", { name: incident.acknowledgedBy })}{" "}
            <Time at={incident.acknowledgedAt} />
          </Text>
        </Group>
      )}
      <Button size="xs" variant="default" component={Link} to={paths.incident(name, incident.id)}>
        {t("sensor.toIncident")}
      </Button>
      {acknowledging && (
        <AcknowledgeDialog ids={[incident.id]} onClose={() => setAcknowledging(false)} />
      )}
    </Group>
  );
}

function factsOf(sensor: SensorPage): (readonly [string, ReactNode])[] {
  const { latencyMs, lossPercent, jitterMs, failures } = sensor;
  return [
    [t("sensor.lastCheck"), <Time key="at" at={sensor.lastCheckedAt} />],
    [t("sensor.latency"), latencyMs === null ? null : formatMs(latencyMs)],
    [t("sensor.loss"), lossPercent === null ? null : formatPercent(lossPercent)],
    [t("sensor.jitter"), jitterMs === null ? null : formatMs(jitterMs)],
    [t("sensor.httpStatus"), sensor.httpStatus],
    [t("sensor.address"), sensor.address],
    [t("sensor.phases"), phasesOf(sensor)],
    [t("sensor.failedInARow"), failures === 0 ? null : formatNumber(failures)],
  ];
}

const phases = ["dnsMs", "connectMs", "tlsMs", "firstByteMs", "transferMs"] as const;

function phasesOf({ phases: spent }: SensorPage): string | null {
  const parts = phases.flatMap((phase) => {
    const ms = spent[phase];
    if (ms === undefined) return [];
    return [t("sensor.phasePart", { phase: t(`sensor.phase.${phase}`), time: formatMs(ms) })];
  });
  return parts.length === 0 ? null : parts.join(" · ");
}

/** A sensor by name, where there is one to go to. */
export function SensorLink({ id, name }: { id: string; name: string }) {
  const tenant = useTenant();
  return (
    <Anchor component={Link} to={paths.sensor(tenant.name, id)} inherit>
      {name}
    </Anchor>
  );
}
