import { tellDone, tellFailed } from "../../app/tell.tsx";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../../api/client.ts";
import { useTenant } from "../../app/tenant.ts";
import { Confirm } from "../../kit/confirm.tsx";
import { t } from "../../text/text.ts";
import type { WindowRow } from "./window-row.ts";

/** Ends a window that is open now: it is declared anew, with this moment as its end. */
export function EndWindow({ window, onClose }: { window: WindowRow; onClose: () => void }) {
  const { id: tenantId } = useTenant();
  const client = useQueryClient();
  const end = useMutation({
    async mutationFn() {
      const path = { tenantId, id: window.id };
      const { item, version } = await callApi("readMaintenanceWindowDeclaration", { path });
      const body = { ...item, endsAt: new Date().toISOString() };
      return callApi("changeMaintenanceWindow", { path, query: { version }, body });
    },
    onSuccess: () => tellDone(t("maintenance.ended")),
    onError: tellFailed,
    async onSettled() {
      onClose();
      await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === tenantId });
    },
  });
  return (
    <Confirm
      title={t("maintenance.endTitle", { name: window.name })}
      text={t("maintenance.endText")}
      verb={t("maintenance.end")}
      busy={end.isPending}
      onConfirm={() => end.mutate()}
      onCancel={onClose}
    />
  );
}
