import { Alert, Stack, Text } from "@mantine/core";
import { IconFlame } from "@tabler/icons-react";
import type { FindingPage } from "../../api/operations.generated.ts";
import { CopyText } from "../../kit/copy-text.tsx";
import { Facts } from "../../kit/facts.tsx";
import { formatDay } from "../../kit/format-day.ts";
import { Section } from "../../kit/section.tsx";
import { t } from "../../text/text.ts";

/** What to do about a finding, and how much CISA presses for it. */
export function FindingRemedy({ finding }: { finding: FindingPage }) {
  const { kev, fixCommand, remediation } = finding;
  return (
    <>
      {kev !== null && (
        <Alert color="red" icon={<IconFlame aria-hidden />} title={t("findings.kevTitle")}>
          <Facts
            facts={[
              [t("findings.kevAction"), kev.requiredAction],
              [t("findings.kevDue"), kev.dueDate === null ? null : formatDay(kev.dueDate)],
              [t("findings.kevSince"), formatDay(kev.dateAdded)],
            ]}
          />
        </Alert>
      )}
      <Section title={t("findings.todo")}>
        <Stack gap="sm" maw={900}>
          <Text size="sm" style={{ overflowWrap: "anywhere" }}>
            {remediation}
          </Text>
          {fixCommand !== null && <CopyText text={fixCommand} label={t("findings.fixCommand")} />}
        </Stack>
      </Section>
    </>
  );
}
