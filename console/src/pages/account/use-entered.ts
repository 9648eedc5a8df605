import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { renewSession } from "../../app/session.ts";
import { type Way, ownPath } from "./own-path.ts";

/** What comes after signing in: who that is, is read anew, and the page that was asked for is shown. */
export function useEntered(): (way?: Way) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (way = ownPath(undefined)) => {
    await renewSession(client);
    await navigate({ ...way, replace: true });
  };
}
