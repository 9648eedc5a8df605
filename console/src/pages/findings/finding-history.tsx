import { Text, Timeline } from "@mantine/core";
import { IconNote, IconPlus, IconRefresh, IconUser } from "@tabler/icons-react";
import type { FindingPage } from "../../api/operations.generated.ts";
import { Time } from "../../kit/time.tsx";
import { t } from "../../text/text.ts";

type Change = FindingPage["history"][number];

/** What became of a finding, the newest first: who, when, why. */
export function FindingHistory({ history }: { history: readonly Change[] }) {
  return (
    <Timeline bulletSize={24} lineWidth={2}>
      {history.map((change, i) => {
        const Icon = iconOf(change);
        const by = change.byKind === "system" ? t("findings.bySystem") : change.by;
        return (
          <Timeline.Item
            key={`${change.at} ${i}`}
            bullet={<Icon size={14} aria-hidden />}
            title={titleOf(change)}
          >
            {change.notes !== undefined && (
              <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
                {change.notes}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              <Time at={change.at} exact /> {t("findings.byWhom", { name: by })}
              {change.acceptedUntil !== undefined && (
                <>
                  {" · "}
                  {t("findings.acceptedUntil")} <Time at={change.acceptedUntil} exact />
                </>
              )}
            </Text>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}

function titleOf({ from, to }: Change): string {
  if (from === undefined) return t("findings.historyFirst");
  if (from === to) return t("findings.historyNote", { to: t(`findings.status.${to}`) });
  return t("findings.historyChange", {
    from: t(`findings.status.${from}`),
    to: t(`findings.status.${to}`),
  });
}

function iconOf({ from, to, byKind }: Change) {
  if (from === undefined) return IconPlus;
  if (from === to) return IconNote;
  return byKind === "system" ? IconRefresh : IconUser;
}
