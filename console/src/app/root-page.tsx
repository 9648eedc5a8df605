import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { Activity, Suspense, lazy } from "react";
import { inTime, later } from "./later.ts";
import { SessionEnd } from "./session-end.tsx";
import { sessionQuery } from "./session.ts";

const Notices = lazy(async () => {
  await later();
  return { default: (await inTime(() => import("./notices.tsx"))).Notices };
});

/** What every page stands in. When a session ends, nothing of its page is seen until its person has signed in again. */
export function RootPage() {
  const { data: session } = useQuery(sessionQuery);
  const hasEnded = session?.end === "ended";
  return (
    <>
      <Activity mode={hasEnded ? "hidden" : "visible"}>
        <Suspense fallback={null}>
          <Notices />
        </Suspense>
        <Outlet />
      </Activity>
      {hasEnded && <SessionEnd session={session} />}
    </>
  );
}
