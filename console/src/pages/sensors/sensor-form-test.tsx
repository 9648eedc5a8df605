import { Stack } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { ProblemAlert } from "../../kit/problem-alert.tsx";
import { Section } from "../../kit/section.tsx";
import { t } from "../../text/text.ts";
import { ErrandOutcome } from "./errand-outcome.tsx";
import { useTryOut } from "./use-try-out.ts";

/** Tries the check out before it is saved. */
export function TestSection() {
  const { start, errand, error, isAsked, isBusy } = useTryOut("check");
  return (
    <Section
      title={t("sensorForm.test")}
      actions={
        <GuardedButton
          need="operate"
          variant="default"
          loading={isBusy}
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={start}
        >
          {t("sensorForm.testNow")}
        </GuardedButton>
      }
    >
      <Stack gap="xs">
        {!isAsked && error === null && t("sensorForm.testHint")}
        {error !== null && <ProblemAlert error={error} />}
        {isAsked && error === null && <ErrandOutcome errand={errand} error={null} />}
      </Stack>
    </Section>
  );
}
