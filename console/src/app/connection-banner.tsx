import { Alert } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect } from "react";
import { useIsLineLost, useLive } from "../api/live.ts";
import { t } from "../text/text.ts";
import { sessionQuery } from "./session.ts";

/** Keeps the line to the server open as long as the frame is shown, and says when it is down: what one sees may be old. */
export function ConnectionBanner() {
  const client = useQueryClient();
  const lost = useIsLineLost();
  useLive(
    [],
    useCallback(() => undefined, []),
  );
  useEffect(() => {
    // The session may have ended: then the frame leads to the sign-in page.
    if (lost) void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  }, [lost, client]);
  return (
    <div role="status">
      {lost && (
        <Alert
          color="orange"
          mb="md"
          icon={<IconPlugConnectedX size={18} aria-hidden />}
          title={t("app.lineLost")}
        >
          {t("app.lineLostHint")}
        </Alert>
      )}
    </div>
  );
}
