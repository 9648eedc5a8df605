import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../text/text.ts";
import { ProblemAlert } from "./problem-alert.tsx";
import { isDenied, isUnanswered } from "./problem-words.ts";
import { StaleAlert } from "./stale-alert.tsx";

/**
 * Shows an answer once it is there; until then its outline, and instead of it what went wrong. An answer that could not be
 * read again stays, and says so; but not what has been deleted since, or taken away from who looks at it.
 */
export function Loaded<Data>({
  query: { data, error, refetch },
  children,
}: {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  children: (data: Data) => ReactNode;
}) {
  if (error !== null && (data === undefined || isDenied(error))) {
    return <ProblemAlert error={error} onTryAgain={refetch} />;
  }
  if (data !== undefined) {
    return (
      <>
        {/* That nobody answers is said above the page. */}
        {error !== null && !isUnanswered(error) && (
          <StaleAlert error={error} onTryAgain={refetch} />
        )}
        {children(data)}
      </>
    );
  }
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden>{t("common.loading")}</VisuallyHidden>
      <Skeleton height={28} width="40%" />
      <Skeleton height={160} />
    </Stack>
  );
}
