import { Anchor, Group, Text } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/hooks.ts";
import { useLiveRefresh } from "../../api/live.ts";
import type { FindingPage as Finding } from "../../api/operations.generated.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { FindingStatusBadge } from "../../kit/finding-status.tsx";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { OutsideLink } from "../../kit/outside-link.tsx";
import { Page } from "../../kit/page.tsx";
import { Section } from "../../kit/section.tsx";
import { SeverityBadge } from "../../kit/severity-badge.tsx";
import { t } from "../../text/text.ts";
import { DecideDialog } from "./decide-dialog.tsx";
import { Exploited } from "./finding-columns.tsx";
import { FindingEvidence } from "./finding-evidence.tsx";
import { FindingFacts } from "./finding-facts.tsx";
import { FindingHistory } from "./finding-history.tsx";
import { FindingRemedy } from "./finding-remedy.tsx";
import { FindingsElsewhere } from "./findings-elsewhere.tsx";
import { RiskProduct } from "./risk-product.tsx";

/** One finding: what it is, what to do, why it is believed, what its risk is made of, and what became of it. */
export function FindingPage() {
  const { id = "" }: { id?: string } = useParams({ strict: false });
  const page = useApi("readFinding", { path: { id } });
  useLiveRefresh(["findings"], ["readFinding"]);
  return <Loaded query={page}>{(data) => <Shown key={data.row.id} finding={data} />}</Loaded>;
}

function Shown({ finding }: { finding: Finding }) {
  const { row, references } = finding;
  const [isDeciding, setIsDeciding] = useState(false);
  return (
    <Page
      title={row.title}
      lead={<Lead finding={finding} />}
      actions={
        <GuardedButton need="operate" onClick={() => setIsDeciding(true)}>
          {t("findings.decide")}
        </GuardedButton>
      }
    >
      <FindingRemedy finding={finding} />
      <Section title={t("findings.what")}>
        {finding.description !== null && (
          <Text size="sm" maw={900}>
            {finding.description}
          </Text>
        )}
        <FindingFacts finding={finding} />
      </Section>
      <Section title={t("findings.riskTitle")}>
        <RiskProduct score={row.riskScore} factors={finding.riskFactors} />
      </Section>
      <Section title={t("findings.evidence")}>
        <FindingEvidence evidence={finding.evidence} />
      </Section>
      <Section title={t("findings.elsewhere")}>
        <FindingsElsewhere finding={finding} />
      </Section>
      <Section title={t("findings.history")}>
        <FindingHistory history={finding.history} />
      </Section>
      {references.length > 0 && (
        <Section title={t("findings.references")}>
          <References urls={references} />
        </Section>
      )}
      {isDeciding && (
        <DecideDialog
          chosen={[{ id: row.id, statusAt: row.statusAt }]}
          onClose={() => setIsDeciding(false)}
        />
      )}
    </Page>
  );
}

/** `Critical · Open · on web.example.test` */
function Lead({ finding: { row } }: { finding: Finding }) {
  const { name } = useTenant();
  return (
    <Group component="span" gap="sm" mt={4}>
      <SeverityBadge severity={row.severity} />
      {row.kev && <Exploited ransomware={row.ransomware} />}
      <FindingStatusBadge status={row.status} />
      <Anchor component={Link} to={paths.asset(name, row.assetId)} size="sm">
        {row.assetName}
      </Anchor>
      <span>{row.weakness}</span>
    </Group>
  );
}

function References({ urls }: { urls: readonly string[] }) {
  return (
    <ul style={{ margin: 0, paddingInlineStart: 20 }}>
      {urls.map((url) => (
        <li key={url}>
          <OutsideLink url={url} />
        </li>
      ))}
    </ul>
  );
}
