import { Anchor, Group, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { MonitorOverview } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Duration } from "../../kit/duration.tsx";
import { Section } from "../../kit/section.tsx";
import { plural, t } from "../../text/text.ts";
import { IncidentState, subjectOf } from "../incidents/incident-state.tsx";
import styles from "./overview.module.css";
import { NotKnown, Well } from "./well.tsx";
import { isWatched } from "./what-is-known.ts";

/** What is down, since when, and whether somebody is on it. */
export function OpenIncidents({ monitor }: { monitor: MonitorOverview }) {
  const { name } = useTenant();
  const { open, newest } = monitor.incidents;
  return (
    <Section
      title={t("overview.incidents")}
      actions={
        <Anchor component={Link} to={paths.incidents(name)} size="sm">
          {open > newest.length
            ? plural("overview.moreIncidents", open - newest.length)
            : t("overview.allIncidents")}
        </Anchor>
      }
    >
      {open === 0 ? (
        <NothingDown monitor={monitor} />
      ) : (
        <ul className={styles["list"]}>
          {newest.map((incident) => (
            <li key={incident.id} className={styles["item"]}>
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <Link
                  to={paths.incident(name, incident.id)}
                  className={`${styles["link"]} ${styles["main"]}`}
                >
                  {subjectOf(incident)}
                </Link>
                <Text size="sm" component="span">
                  <IncidentState incident={incident} />
                </Text>
              </Group>
              <Group justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
                <Text size="sm" c="dimmed" className={styles["main"]} lineClamp={2}>
                  {incident.cause}
                </Text>
                <Text size="sm" style={{ whiteSpace: "nowrap" }}>
                  <Duration from={incident.openedAt} to={null} />
                </Text>
              </Group>
              {incident.acknowledgedBy !== null && (
                <Text size="xs" c="dimmed">
                  {t("overview.takenOnBy", { name: incident.acknowledgedBy })}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function NothingDown({ monitor }: { monitor: MonitorOverview }) {
  if (!isWatched(monitor)) return <NotKnown text={t("overview.noSensors")} />;
  return <Well text={t("overview.noIncidents")} />;
}
