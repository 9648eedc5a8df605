import { tellDone, tellNote } from "../../app/tell.tsx";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useAct } from "../../api/hooks.ts";
import { GuardedButton } from "../../kit/guarded-button.tsx";
import { plural, t } from "../../text/text.ts";

/** Asks for an audit now, on all its hosts or on one. */
export function RunAuditButton({
  audit,
  host,
}: {
  audit: { id: string; name: string };
  /** One of its hosts by name; left out: all. */
  host?: string;
}) {
  const run = useAct("runAudit", { changes: ["listAudits", "readAudit"] });
  const ask = () =>
    run.mutate(
      { path: { id: audit.id }, body: host === undefined ? {} : { agent: host } },
      {
        onSuccess: ({ jobs, skipped }) => {
          const words = [
            ...(jobs > 0 ? [plural("audits.asked", jobs)] : []),
            ...(skipped.length > 0 ? [plural("audits.skipped", skipped.length)] : []),
          ];
          (skipped.length > 0 ? tellNote : tellDone)(words.join(" "));
        },
      },
    );
  return (
    <GuardedButton
      need="operate"
      size="compact-sm"
      variant="default"
      loading={run.isPending}
      leftSection={<IconPlayerPlay size={14} aria-hidden />}
      aria-label={`${t("audits.run")}: ${host ?? audit.name}`}
      onClick={ask}
    >
      {t("audits.run")}
    </GuardedButton>
  );
}
