import { QueryClient } from "@tanstack/react-query";
import { ApiProblem } from "../api/client.ts";

const retries = 2;

/** Answers are kept for a moment; what cannot be reached is tried again, what was refused is not. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}
