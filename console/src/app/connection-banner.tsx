import { Alert } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef } from "react";
import { useIsLineLost, useLive, useLiveCache } from "../api/live.ts";
import { t } from "../text/text.ts";
import { sessionQuery } from "./session.ts";
import { tellDone } from "./tell.tsx";

/**
 * Keeps the line to the server open as long as the frame is shown, and says when it is down: what one sees may be old. What
 * could not be read meanwhile is read once it is up again.
 */
export function ConnectionBanner() {
  const client = useQueryClient();
  const lost = useIsLineLost();
  const wasLost = useRef(false);
  useLiveCache();
  useLive(
    [],
    useCallback(() => {
      void client.refetchQueries({
        type: "active",
        predicate: ({ state }) => state.status === "error",
      });
      if (wasLost.current) tellDone(t("app.lineFound"));
      wasLost.current = false;
    }, [client]),
  );
  useEffect(() => {
    if (!lost) return;
    wasLost.current = true;
    // The session may have ended.
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
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
