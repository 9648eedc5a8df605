import { Group, Stack, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconClockHour4,
  IconLoader,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AuditRow } from "../../api/operations.generated.ts";
import { plural, t } from "../../text/text.ts";

/** How it goes with an audit, in words with icons: what is under way, what waits, what came to nothing. */
export function AuditState({ audit }: { audit: AuditRow }) {
  const { running, waiting, failing, lastError, lastRunAt } = audit;
  const lines: { key: string; icon: ReactNode; text: string; c?: string }[] = [];
  if (running > 0)
    lines.push({
      key: "running",
      icon: <IconLoader size={15} aria-hidden />,
      text: plural("audits.underWay", running),
    });
  if (waiting > 0)
    lines.push({
      key: "waiting",
      icon: <IconClockHour4 size={15} aria-hidden />,
      text: plural("audits.waiting", waiting),
    });
  if (failing > 0)
    lines.push({
      key: "failing",
      icon: <IconAlertTriangle size={15} aria-hidden />,
      text: plural("audits.failing", failing),
      c: "red",
    });
  if (lastError !== null)
    lines.push({
      key: "error",
      icon: <IconAlertTriangle size={15} aria-hidden />,
      text: lastError,
      c: "red",
    });
  if (lines.length === 0)
    lines.push(
      lastRunAt === null
        ? {
            key: "never",
            icon: <IconCircleDashed size={15} aria-hidden />,
            text: t("audits.neverRan"),
          }
        : { key: "fine", icon: <IconCircleCheck size={15} aria-hidden />, text: t("audits.fine") },
    );
  return (
    <Stack gap={2} miw={150}>
      {lines.map(({ key, icon, text, c = "inherit" }) => (
        <Group key={key} gap={6} wrap="nowrap" align="center" c={c}>
          {icon}
          <Text size="sm" inherit={false} c={c}>
            {text}
          </Text>
        </Group>
      ))}
    </Stack>
  );
}
