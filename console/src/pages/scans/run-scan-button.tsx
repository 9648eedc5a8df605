import { IconPlayerPlay } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useAct } from "../../api/hooks.ts";
import { paths } from "../../app/paths.ts";
import { useTenant } from "../../app/tenant.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { t } from "../../text/text.ts";

/** Runs a scan now and goes to its run; to the one that is under way, if there is one. */
export function RunScanButton({
  scan,
  compact = false,
}: {
  scan: { id: string; name: string };
  compact?: boolean;
}) {
  const tenant = useTenant();
  const navigate = useNavigate();
  const run = useAct("runScan", { changes: ["listScanRows", "listScanRuns", "getScan"] });
  const icon = <IconPlayerPlay size={14} aria-hidden />;
  return (
    <GuardedButton
      need="operate"
      size={compact ? "compact-sm" : "sm"}
      variant={compact ? "default" : "filled"}
      loading={run.isPending}
      {...(compact ? { px: 8, title: t("scans.runNow") } : { leftSection: icon })}
      aria-label={`${t("scans.runNow")}: ${scan.name}`}
      onClick={() =>
        run.mutate(
          { path: { id: scan.id } },
          { onSuccess: ({ runId }) => void navigate({ to: paths.scanRun(tenant.name, runId) }) },
        )
      }
    >
      {compact ? icon : t("scans.runNow")}
    </GuardedButton>
  );
}
