import { Alert, Anchor, Button } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { DirectoryPage as Directory } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Facts } from "../../kit/facts.tsx";
import { formatExactIn } from "../../kit/format-exact-in.ts";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { scheduleWords } from "../../kit/schedule-words.ts";
import { Section } from "../../kit/section.tsx";
import { Time } from "../../kit/time.tsx";
import { formatNumber, t } from "../../text/text.ts";
import { AssessButton } from "./assess-button.tsx";
import { AssessmentHistory } from "./assessment-history.tsx";
import { AssessmentProgress, AssessmentState, openOf } from "./assessment-state.tsx";
import { PostureSection } from "./posture-section.tsx";
import { RuleList } from "./rule-list.tsx";

/** One directory: how sound it is and why, what became of each rule, and its assessments. */
export function DirectoryPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const directory = useApi("getDirectory", { path: { id } });
  useLiveRefresh(["assessments", "identity_findings"], ["getDirectory"]);
  return <Loaded query={directory}>{(data) => <Shown key={data.id} directory={data} />}</Loaded>;
}

function Shown({ directory }: { directory: Directory }) {
  const { name: tenant } = useTenant();
  const { id, name, type, domain, posture, latest, lastError } = directory;
  const open = openOf(latest);
  const findings = `${paths.identity(tenant)}?tab=findings&directory=${id}`;
  return (
    <Page
      title={name}
      lead={[t(`identity.type.${type}`), domain].filter((text) => text !== null).join(" · ")}
      actions={
        <>
          <Button component={Link} to={findings} variant="default">
            {t("identity.toFindings")}
          </Button>
          <AssessButton directory={directory} />
        </>
      }
    >
      {open !== null && (
        <Section title={t("identity.progress")}>
          <AssessmentProgress assessment={open} />
        </Section>
      )}
      {lastError !== null && open === null && (
        <Alert color="red" title={t("identity.lastFailed")}>
          {lastError}
        </Alert>
      )}
      {posture !== null && <PostureSection directoryId={id} posture={posture} />}
      <Section title={t("identity.facts")}>
        <DirectoryFacts directory={directory} />
      </Section>
      <Section title={t("identity.rules")}>
        <RuleList directoryId={id} />
      </Section>
      <Section title={t("identity.assessments")}>
        <AssessmentHistory directoryId={id} />
      </Section>
    </Page>
  );
}

function DirectoryFacts({ directory }: { directory: Directory }) {
  const { name: tenant } = useTenant();
  const { schedule, timezone, enabled, nextRuns, counts, details, siteName, latest } = directory;
  const when =
    schedule === null ? t("schedule.kind.none") : `${scheduleWords(schedule)} (${timezone})`;
  return (
    <Facts
      facts={[
        [t("identity.lastAssessment"), <AssessmentState key="state" assessment={latest} />],
        [t("identity.lastGood"), <Time key="last" at={directory.lastRunAt} />],
        [t("scans.schedule"), enabled ? when : t("scans.rests", { schedule: when })],
        [
          t("identity.next"),
          nextRuns.length === 0
            ? null
            : nextRuns.map((at) => <div key={at}>{formatExactIn(at, timezone)}</div>),
        ],
        [t("scans.site"), siteName],
        [t("scans.probe"), directory.probeName],
        ...Object.entries(counts).map(([what, count]) => [what, formatNumber(count)] as const),
        ...Object.entries(details),
        [
          t("identity.settings"),
          <Anchor key="settings" component={Link} to={paths.directories(tenant)} size="sm">
            {t("identity.toSettings")}
          </Anchor>,
        ],
      ]}
    />
  );
}
