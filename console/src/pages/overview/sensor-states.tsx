import { Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { MonitorOverview } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Section } from "../../kit/section.tsx";
import { type SensorStatus, StateBadge } from "../../kit/state-badge.tsx";
import { formatNumber, t } from "../../text/text.ts";
import styles from "./overview.module.css";

const order: readonly SensorStatus[] = ["down", "stale", "unknown", "maintenance", "up", "paused"];

const colours: Readonly<Record<SensorStatus, string>> = {
  down: "var(--status-down)",
  stale: "var(--status-warning)",
  unknown: "var(--mantine-color-gray-6)",
  maintenance: "var(--mantine-color-blue-6)",
  up: "var(--status-up)",
  paused: "var(--mantine-color-gray-4)",
};

/** How all sensors are, as a bar and in figures. */
export function SensorStates({ sensors }: { sensors: MonitorOverview["sensors"] }) {
  const { name } = useTenant();
  const present = order.filter((status) => sensors[status] > 0);
  return (
    <Section title={t("overview.sensors")}>
      {present.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t("overview.noSensors")}
        </Text>
      ) : (
        <>
          <div className={styles["states"]} aria-hidden>
            {present.map((status) => (
              <div
                key={status}
                style={{ flex: `${sensors[status]} 1 3px`, background: colours[status] }}
              />
            ))}
          </div>
          <ul className={styles["list"]}>
            {present.map((status) => (
              <li key={status}>
                <Group justify="space-between" py={3}>
                  <Link
                    to={paths.sensors(name)}
                    search={{ status }}
                    className={styles["link"] ?? ""}
                  >
                    <StateBadge status={status} />
                  </Link>
                  <Text size="sm" style={{ fontVariantNumeric: "tabular-nums" }}>
                    {formatNumber(sensors[status])}
                  </Text>
                </Group>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
