import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Reply, callApi } from "../api/client.ts";
import { forgetTold } from "./tell.tsx";

/** Who has signed in, and where that person may look. */
export interface Session extends Reply<"getSession"> {
  /**
   * What became of the session that this page knew. `ended` by itself or elsewhere: `user` and `tenants` are still those of
   * before, so that what is filled in stays, unseen, until somebody signs in; see `RootPage`. `null`: nothing.
   */
  end: "ended" | "signedOut" | null;
}

const queryKey = ["getSession"] as const;

/** Who has signed in, and to what; kept until something says otherwise. */
export const sessionQuery = queryOptions({
  queryKey,
  queryFn: ({ client }) => readSession(client),
  staleTime: 5 * 60_000,
});

async function readSession(client: QueryClient): Promise<Session> {
  const session = await callApi("getSession", {});
  const before = client.getQueryData<Session>(queryKey);
  const known = before?.user ?? null;
  if (session.user === null && session.isSetUp && before !== undefined && known !== null) {
    return { ...before, end: "ended" };
  }
  if (known !== null && known.id !== session.user?.id) forget(client);
  const hasSignedOut = session.user === null && before?.end === "signedOut";
  return { ...session, end: hasSignedOut ? "signedOut" : null };
}

/** Nothing that somebody has read, or was told, is shown to somebody else. */
function forget(client: QueryClient): void {
  client.removeQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
  forgetTold();
}

/** After signing in. When it cannot be read, what was known before still stands. */
export async function renewSession(client: QueryClient): Promise<void> {
  await client.refetchQueries({ queryKey });
}

/** Ends the session at the server, and here. @throws ApiProblem */
export async function signOut(client: QueryClient): Promise<void> {
  await callApi("signOut", {});
  client.setQueryData<Session>(
    queryKey,
    (before) => before && { ...before, user: null, tenants: [], end: "signedOut" },
  );
  forget(client);
}
