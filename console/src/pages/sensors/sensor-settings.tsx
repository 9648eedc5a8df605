import type { ReactNode } from "react";
import type { SensorPage } from "../../api/operations.generated.ts";
import { Facts } from "../../kit/facts.tsx";
import { formatDuration } from "../../kit/format-duration.ts";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { formatNumber, plural, t } from "../../text/text.ts";
import { SensorLink } from "./sensor-state.tsx";

/** How the sensor is set, in words. */
export function SensorSettings({ sensor }: { sensor: SensorPage }) {
  const { parent, children, tags, hasCredentials } = sensor;
  const facts: (readonly [string, ReactNode])[] = [
    [
      t("sensor.settings.every"),
      t("sensor.settings.everyValue", { time: formatDuration(sensor.intervalSec * 1000) }),
    ],
    [t("sensor.settings.down"), plural("sensor.settings.downValue", sensor.failuresBeforeDown)],
    [t("sensor.settings.up"), plural("sensor.settings.upValue", sensor.successesBeforeUp)],
    [t("sensors.collector"), sensor.collectorName],
    [t("sensors.company"), sensor.companyName ?? t("common.none")],
    [t("sensors.tags"), tags.length === 0 ? null : tags.join(", ")],
    [
      t("sensor.settings.parent"),
      parent === null ? null : <SensorLink key="parent" id={parent.id} name={parent.name} />,
    ],
    [t("sensor.settings.children"), children === 0 ? null : formatNumber(children)],
    ...settingFacts(sensor.settings),
    [t("sensor.settings.credentials"), hasCredentials ? t("sensor.settings.credentialsSet") : null],
    [t("sensor.settings.made"), <Time key="made" at={sensor.createdAt} />],
  ];
  return (
    <Section title={t("sensor.settings")}>
      <Facts facts={facts} />
    </Section>
  );
}

const names = [
  "packets",
  "ipFamily",
  "banner",
  "verify",
  "minDaysLeft",
  "serverName",
  "ca",
  "starttls",
  "method",
  "body",
  "expectStatus",
  "bodyMatch",
  "bodyNotMatch",
  "jsonPath",
  "maxRedirects",
  "basicAuth",
  "headers",
  "version",
  "user",
  "level",
  "authProtocol",
  "privProtocol",
  "context",
] as const;

function settingFacts(settings: Readonly<Record<string, unknown>>): [string, string][] {
  return names.flatMap((name): [string, string][] => {
    const value = settings[name];
    return value === undefined || isEmpty(value) ? [] : [[t(`sensor.set.${name}`), inWords(value)]];
  });
}

/** What is left of an object whose values are all secret. */
function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function inWords(value: unknown): string {
  if (typeof value === "boolean") return t(value ? "sensor.set.yes" : "sensor.set.no");
  if (typeof value === "string") return value;
  if (typeof value === "number") return String(value);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.entries(value)
      .map(([key, inner]) => `${key} ${inWords(inner)}`)
      .join(", ");
  }
  return JSON.stringify(value) ?? "";
}
