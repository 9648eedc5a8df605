import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "../api/client.ts";
import { sessionQuery } from "./session.ts";

const retries = 2;

/** Answers are kept for a moment; what cannot be reached is tried again, what was refused is not. */
export function createQueryClient(): QueryClient {
  // Whoever is told that the session has ended, all pages shall know: see `RootPage`.
  const onError = (error: Error) => {
    if (!(error instanceof ApiProblem) || error.status !== 401) return;
    void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (failures, error) =>
          failures < retries &&
          error instanceof ApiProblem &&
          (error.status === 0 || error.status >= 502),
      },
    },
  });
  return client;
}
