import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { renewSession } from "../../app/session.ts";
import { type Way, ownPath } from "./own-path.ts";

/** What comes after signing in: who that is, is read anew, and the page that was asked for is shown. */
export function useEntered(): (way?: Way) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (way = ownPath(undefined)) => {
    void renewSession(client).then(() => navigate({ ...way, replace: true }));
  };
}
