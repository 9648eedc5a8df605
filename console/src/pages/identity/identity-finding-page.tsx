import { Alert, Anchor, Group, List, Text } from "@mantine/core";
import { IconUserShield } from "@tabler/icons-react";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { IdentityFindingPage as Finding } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { Facts } from "../../kit/facts.tsx";
import { FindingStatusBadge } from "../../kit/finding-status.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { SeverityBadge } from "../../kit/severity-badge.tsx";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { DecideDialog } from "../findings/decide-dialog.tsx";
import { FindingHistory } from "../findings/finding-history.tsx";
import { categoryName } from "./category-name.ts";
import { ExceptDialog } from "./except-dialog.tsx";
import { References } from "./references.tsx";

/** One identity finding: what it is about, what was seen, what to do, and what became of it. */
export function IdentityFindingPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const finding = useApi("getIdentityFinding", { path: { id } });
  useLiveRefresh(["identity_findings"], ["getIdentityFinding"]);
  return <Loaded query={finding}>{(data) => <Shown key={data.id} finding={data} />}</Loaded>;
}

function Shown({ finding }: { finding: Finding }) {
  const [dialog, setDialog] = useState<"decide" | "except" | null>(null);
  const { id, statusAt, ruleId, directoryName, targetName } = finding;
  const done = () => setDialog(null);
  return (
    <Page
      title={finding.title}
      lead={<Lead finding={finding} />}
      actions={
        <>
          <GuardedButton need="operate" variant="default" onClick={() => setDialog("except")}>
            {t("identity.except")}
          </GuardedButton>
          <GuardedButton need="operate" onClick={() => setDialog("decide")}>
            {t("findings.decide")}
          </GuardedButton>
        </>
      }
    >
      <Excepted finding={finding} />
      <Section title={t("identity.remedy")}>
        <Text size="sm" maw={900} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {finding.remediation}
        </Text>
      </Section>
      <Section title={t("identity.evidence")}>
        <List size="sm">
          {finding.evidence.map((sentence) => (
            <List.Item key={sentence} style={{ overflowWrap: "anywhere" }}>
              {sentence}
            </List.Item>
          ))}
        </List>
      </Section>
      <Section title={t("identity.facts")}>
        <FindingFacts finding={finding} />
      </Section>
      <Section title={t("findings.history")}>
        <FindingHistory history={finding.history} />
      </Section>
      {finding.references.length > 0 && (
        <Section title={t("findings.references")}>
          <References references={finding.references} />
        </Section>
      )}
      {dialog === "decide" && (
        <DecideDialog kind="identity" chosen={[{ id, statusAt }]} onClose={done} />
      )}
      {dialog === "except" && (
        <ExceptDialog
          start={{ directory: directoryName, rule: ruleId, target: targetName }}
          onClose={done}
        />
      )}
    </Page>
  );
}

/** `Critical · Open · Anna in acme.test` */
function Lead({ finding }: { finding: Finding }) {
  const { name } = useTenant();
  const { severity, status, targetName, directoryId, directoryName } = finding;
  return (
    <Group component="span" gap="sm" mt={4}>
      <SeverityBadge severity={severity} />
      <FindingStatusBadge status={status} />
      <span style={{ overflowWrap: "anywhere" }}>{targetName}</span>
      <Anchor component={Link} to={paths.identityDirectory(name, directoryId)} size="sm">
        {directoryName}
      </Anchor>
    </Group>
  );
}

function Excepted({ finding: { exception } }: { finding: Finding }) {
  if (exception === undefined) return null;
  return (
    <Alert
      color="blue"
      icon={<IconUserShield size={18} aria-hidden />}
      title={t("identity.exceptedBy", { owner: exception.owner })}
    >
      <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
        {exception.reason}
      </Text>
      <Text size="sm">
        {t("exceptions.until")}{" "}
        <Time at={exception.expiresAt ?? null} never={t("exceptions.untilEnded")} />
      </Text>
    </Alert>
  );
}

function FindingFacts({ finding }: { finding: Finding }) {
  const { name } = useTenant();
  const { host, assetId, acceptedUntil, targetPath, asks } = finding;
  return (
    <Facts
      facts={[
        [t("identity.target"), finding.targetName],
        [t("identity.targetType"), finding.targetType.replaceAll("_", " ")],
        [t("identity.path"), targetPath],
        [
          t("identity.host"),
          host === undefined ? null : assetId === null ? (
            host
          ) : (
            <Anchor key="host" component={Link} to={paths.asset(name, assetId)} size="sm">
              {host}
            </Anchor>
          ),
        ],
        [t("identity.rule"), finding.ruleId],
        [t("identity.category"), categoryName(finding.category)],
        [t("identity.asks"), asks],
        [t("identity.firstSeen"), <Time key="first" at={finding.firstSeenAt} />],
        [t("identity.lastSeen"), <Time key="last" at={finding.lastSeenAt} />],
        [
          t("identity.acceptedUntil"),
          acceptedUntil === undefined ? null : <Time key="until" at={acceptedUntil} />,
        ],
      ]}
    />
  );
}
