import { Alert, Group, Text } from "@mantine/core";
import { IconUserShield } from "@tabler/icons-react";
import { useState } from "react";
import type { AuditRunPage } from "../../api/operations.generated.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";
import { EndException } from "./end-exception.tsx";
import { ExceptDialog } from "./except-dialog.tsx";
import type { Rule } from "./rule-list.tsx";

/** Who answers for not keeping a rule; or the button with which somebody does. */
export function RuleException({ page, rule }: { page: AuditRunPage; rule: Rule }) {
  const [doing, setDoing] = useState<"except" | "end" | null>(null);
  const { excepted, bucket } = rule;
  const done = () => setDoing(null);
  if (excepted !== null) {
    const { id, owner, reason, until } = excepted;
    return (
      <Alert
        color="blue"
        icon={<IconUserShield size={18} aria-hidden />}
        title={t("audits.exceptedBy", { owner })}
      >
        <Text size="sm" style={{ whiteSpace: "pre-wrap" }}>
          {reason}
        </Text>
        <Group justify="space-between" mt="xs">
          <Text size="sm">
            {t("exceptions.until")}{" "}
            {until === null ? t("exceptions.untilEnded") : <Time at={until} exact />}
          </Text>
          <GuardedButton
            need="operate"
            size="compact-sm"
            variant="default"
            onClick={() => setDoing("end")}
          >
            {t("exceptions.end")}
          </GuardedButton>
        </Group>
        {doing === "end" && <EndException id={id} rule={rule.shortId} onClose={done} />}
      </Alert>
    );
  }
  if (bucket !== "failed" && bucket !== "unknown") return null;
  return (
    <Group>
      <GuardedButton
        need="operate"
        variant="default"
        size="sm"
        leftSection={<IconUserShield size={16} aria-hidden />}
        onClick={() => setDoing("except")}
      >
        {t("audits.except")}
      </GuardedButton>
      {doing === "except" && <ExceptDialog page={page} rule={rule} onClose={done} />}
    </Group>
  );
}
