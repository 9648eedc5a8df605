import { QueryObserver, useQueryClient } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { Suspense, lazy, useEffect } from "react";
import { useFocusBack } from "../kit/dialog.tsx";
import { loadTexts } from "../text/text.ts";
import { inTime } from "./later.ts";
import { type Session, renewSession } from "./session.ts";

const SignIn = lazy(async () => {
  await inTime(loadTexts);
  return { default: (await inTime(() => import("../pages/account/sign-in.tsx"))).SignIn };
});

/** In place of a page whose session has ended. Its person goes on with it as it was left; for another it begins anew. */
export function SessionEnd({ session }: { session: Session }) {
  const client = useQueryClient();
  const { pathname, searchStr } = useLocation();
  useFocusBack();
  useKeptAnswers();
  return (
    <Suspense fallback={null}>
      <SignIn
        session={session}
        next={`${pathname}${searchStr}`}
        onEntered={() => void renewSession(client)}
      />
    </Suspense>
  );
}

/** Forms stand on what was read: it stays although nobody looks at it. */
function useKeptAnswers(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ends = client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => new QueryObserver(client, { queryKey, enabled: false, gcTime: 0 }))
      .map((observer) => observer.subscribe(() => undefined));
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
}
