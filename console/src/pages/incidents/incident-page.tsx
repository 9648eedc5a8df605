import { Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { IncidentPage as Incident } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Facts } from "../../kit/facts.tsx";
import { formatDuration } from "../../kit/format-duration.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { Time, useNow } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { AcknowledgeDialog } from "./acknowledge-dialog.tsx";
import { IncidentLinks } from "./incident-links.tsx";
import { IncidentState, subjectOf } from "./incident-state.tsx";
import { IncidentTimeline } from "./incident-timeline.tsx";
import { NoteForm } from "./note-form.tsx";

/** One incident: what, since when, why, what was done about it, and what else happened. */
export function IncidentPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const page = useApi("readIncident", { path: { id } });
  useLiveRefresh(["incidents"], ["readIncident"]);
  return <Loaded query={page}>{(data) => <Shown key={data.incident.id} page={data} />}</Loaded>;
}

function Shown({ page }: { page: Incident }) {
  const { incident, timeline, related, earlier } = page;
  const tenant = useTenant();
  const [acknowledging, setAcknowledging] = useState(false);
  const canAcknowledge = incident.closedAt === null && incident.acknowledgedAt === null;
  const all = `${paths.incidents(tenant.name)}?sensor=${incident.subjectId}`;
  return (
    <Page
      title={subjectOf(incident)}
      lead={<Lead page={page} />}
      actions={
        canAcknowledge && (
          <GuardedButton need="operate" onClick={() => setAcknowledging(true)}>
            {t("incidents.acknowledge")}
          </GuardedButton>
        )
      }
    >
      <Section title={t("incidents.facts")} actions={<SubjectLink page={page} />}>
        <IncidentFacts page={page} />
      </Section>
      <Section title={t("incidents.timeline")}>
        <IncidentTimeline events={timeline} />
        <NoteForm incidentId={incident.id} />
      </Section>
      <Section title={t("incidents.related")}>
        {related.length === 0 ? (
          <Text size="sm">{t("incidents.relatedEmpty")}</Text>
        ) : (
          <IncidentLinks
            label={t("incidents.related")}
            rows={related.map(({ relation, incident: other }) => ({
              incident: other,
              relation: t(`incidents.relation.${relation}`),
            }))}
          />
        )}
      </Section>
      <Section
        title={t("incidents.earlier")}
        actions={
          earlier.length > 0 && (
            <Anchor component={Link} to={all} size="sm">
              {t("incidents.allOfIt")}
            </Anchor>
          )
        }
      >
        {earlier.length === 0 ? (
          <Text size="sm">{t("incidents.earlierEmpty")}</Text>
        ) : (
          <IncidentLinks
            label={t("incidents.earlier")}
            rows={earlier.map((other) => ({ incident: other }))}
          />
        )}
      </Section>
      {acknowledging && (
        <AcknowledgeDialog ids={[incident.id]} onClose={() => setAcknowledging(false)} />
      )}
    </Page>
  );
}

/** The state in one line: `Open · Down for 3 h 12 min`. */
function Lead({ page: { incident } }: { page: Incident }) {
  const now = useNow();
  const { kind, openedAt, closedAt } = incident;
  const duration = formatDuration(Math.max(0, (closedAt ?? now) - openedAt));
  const key =
    kind === "sensor"
      ? closedAt === null
        ? "incidents.downFor"
        : "incidents.wasDownFor"
      : closedAt === null
        ? "incidents.silentFor"
        : "incidents.wasSilentFor";
  return (
    <Group component="span" gap="xs" mt={4}>
      <IncidentState incident={incident} />
      <span>{t(key, { duration })}</span>
    </Group>
  );
}

function SubjectLink({ page: { incident } }: { page: Incident }) {
  const { name, companyIds } = useTenant();
  if (incident.isGone) return <Badge color="gray">{t("incidents.gone")}</Badge>;
  if (incident.kind === "sensor") {
    return (
      <Anchor component={Link} to={paths.sensor(name, incident.subjectId)} size="sm">
        {t("incidents.toSensor")}
      </Anchor>
    );
  }
  if (companyIds !== null) return null;
  return (
    <Anchor component={Link} to={paths.collectors(name)} size="sm">
      {t("incidents.toCollectors")}
    </Anchor>
  );
}

function IncidentFacts({ page: { incident, subject } }: { page: Incident }) {
  const { name } = useTenant();
  const isSensor = incident.kind === "sensor";
  return (
    <Facts
      facts={[
        [t("incidents.cause"), incident.cause],
        [t("incidents.opened"), <Time key="opened" at={incident.openedAt} exact />],
        [
          t("incidents.ended"),
          incident.closedAt === null ? null : <Time key="ended" at={incident.closedAt} exact />,
        ],
        [
          t("incidents.acknowledgedBy"),
          incident.acknowledgedAt === null ? null : (
            <Stack key="by" gap={0}>
              {incident.acknowledgedBy}
              <Time at={incident.acknowledgedAt} exact />
            </Stack>
          ),
        ],
        [t("incidents.now"), nowOf(subject)],
        [
          isSensor ? t("incidents.lastCheck") : t("incidents.lastHeard"),
          subject === null ? null : <Time key="last" at={subject.lastCheckedAt} />,
        ],
        [t("incidents.type"), subject?.type?.toUpperCase() ?? null],
        [t("incidents.target"), subject?.target ?? null],
        [
          t("incidents.parent"),
          subject === null || subject.parentId === null ? null : (
            <Anchor
              key="parent"
              component={Link}
              to={paths.sensor(name, subject.parentId)}
              size="sm"
            >
              {subject.parentName}
            </Anchor>
          ),
        ],
        [t("incidents.collector"), isSensor ? (subject?.collectorName ?? null) : null],
        [t("incidents.company"), incident.companyName],
        [t("incidents.tags"), incident.tags.length === 0 ? null : incident.tags.join(", ")],
      ]}
    />
  );
}

function nowOf(subject: Incident["subject"]): string | null {
  if (subject === null || subject.state === null) return null;
  const state = t(`incidents.now.${subject.state}`);
  return subject.cause === null ? state : `${state}: ${subject.cause}`;
}
