import { IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useAct } from "../../api/hooks.ts";
import type { DirectoryRow } from "../../api/operations.generated.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { t } from "../../text/text.ts";
import { openOf } from "./assessment-state.tsx";

const changes = ["listDirectoryRows", "getDirectory", "listAssessments"] as const;

/** Assesses a directory now; while that goes on, stops it. */
export function AssessButton({
  directory: { id, name, latest },
  compact = false,
}: {
  directory: Pick<DirectoryRow, "id" | "name" | "latest">;
  compact?: boolean;
}) {
  const assess = useAct("assessDirectory", { changes });
  const stop = useAct("stopAssessment", { changes });
  const size = compact ? "compact-sm" : "sm";
  const open = openOf(latest);
  if (open !== null) {
    return (
      <GuardedButton
        need="operate"
        size={size}
        variant="default"
        loading={stop.isPending}
        disabled={open.stopRequested}
        leftSection={<IconPlayerStop size={14} aria-hidden />}
        aria-label={`${t("identity.stop")}: ${name}`}
        onClick={() => stop.mutate({ path: { id } })}
      >
        {t("identity.stop")}
      </GuardedButton>
    );
  }
  return (
    <GuardedButton
      need="operate"
      size={size}
      variant={compact ? "default" : "filled"}
      loading={assess.isPending}
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      aria-label={`${t("identity.assess")}: ${name}`}
      onClick={() => assess.mutate({ path: { id } })}
    >
      {t("identity.assess")}
    </GuardedButton>
  );
}
