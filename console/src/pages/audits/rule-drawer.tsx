import { SideDialog } from "../../kit/dialog.tsx";
import { Code, Group, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useApi } from "../../api/hooks.ts";
import type { AuditRule, AuditRunPage } from "../../api/operations.generated.ts";
import { CopyText } from "../../kit/copy-text.tsx";
import { OutsideLink } from "../../kit/outside-link.tsx";
import { Loaded } from "../../kit/loading.tsx";
import { t } from "../../text/text.ts";
import { RuleException } from "./rule-exception.tsx";
import type { Rule } from "./rule-list.tsx";
import { RuleResult } from "./rule-result.tsx";

/** One rule of a run: why it came out so, what to do about it, and who answers for it if it is not kept. */
export function RuleDrawer({
  page,
  rule,
  onClose,
}: {
  page: AuditRunPage;
  rule: Rule;
  onClose: () => void;
}) {
  const text = useApi("readAuditRule", { path: { id: page.run.id }, query: { rule: rule.id } });
  return (
    <SideDialog
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={rule.title}
      closeButtonProps={{ "aria-label": t("audits.rule.close") }}
    >
      <Stack gap="md">
        <Group gap="xs">
          <RuleResult result={rule.result} />
          <Text size="sm">{rule.category ?? t(`audits.severity.${rule.severity}`)}</Text>
          <Code style={{ overflowWrap: "anywhere" }}>{rule.shortId}</Code>
        </Group>
        <RuleException key={rule.id} page={page} rule={rule} />
        <Loaded query={text}>{(data) => <Texts rule={data} />}</Loaded>
      </Stack>
    </SideDialog>
  );
}

function Texts({ rule }: { rule: AuditRule }) {
  const { why, comments, fix, check, script, description, rationale } = rule;
  const { identifiers, references } = rule;
  const parts = [why, comments, fix, check, script, description, rationale];
  if (parts.every((part) => part === null)) {
    return <Text size="sm">{t("audits.rule.nothing")}</Text>;
  }
  return (
    <Stack gap="md">
      <Part title={t("audits.rule.why")} text={why} />
      <Part title={t("audits.rule.comments")} text={comments} />
      <Part title={t("audits.rule.fix")} text={fix} />
      <Part title={t("audits.rule.check")} text={check} />
      {script !== null && (
        <Named title={t("audits.rule.script")}>
          <Text size="xs" c="dimmed">
            {t("audits.rule.scriptHint")}
          </Text>
          <CopyText text={script} label={t("audits.rule.script")} />
        </Named>
      )}
      <Part title={t("audits.rule.description")} text={description} />
      <Part title={t("audits.rule.rationale")} text={rationale} />
      {identifiers.length > 0 && (
        <Part title={t("audits.rule.identifiers")} text={identifiers.join(", ")} />
      )}
      {references.length > 0 && (
        <Named title={t("audits.rule.references")}>
          {references.map((reference) => (
            <OutsideLink key={reference} url={reference} />
          ))}
        </Named>
      )}
    </Stack>
  );
}

function Named({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack gap={4}>
      <Title order={3} size="h5">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

function Part({ title, text }: { title: string; text: string | null }) {
  if (text === null || text.trim() === "") return null;
  return (
    <Named title={title}>
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text}
      </Text>
    </Named>
  );
}
