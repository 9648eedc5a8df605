import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Reply, callApi } from "../api/client.ts";

export type Session = Reply<"getSession">;

/** Who has signed in, and to what; kept until something says otherwise. */
export const sessionQuery = queryOptions({
  queryKey: ["getSession"],
  queryFn: () => callApi("getSession", {}),
  staleTime: 5 * 60_000,
});

/** After signing in or out: nothing that was read before holds. */
export async function renewSession(client: QueryClient): Promise<void> {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== "getSession" });
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
}
