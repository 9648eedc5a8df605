import { Skeleton, Stack, VisuallyHidden } from "@mantine/core";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { t } from "../text/text.ts";
import { ProblemAlert } from "./problem-alert.tsx";

/** Shows an answer once it is there; until then its outline, and instead of it what went wrong. */
export function Loaded<Data>({
  query,
  children,
}: {
  query: Pick<UseQueryResult<Data>, "data" | "error" | "refetch">;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <ProblemAlert error={query.error} onTryAgain={query.refetch} />;
  return (
    <Stack gap="sm" aria-busy="true">
      <VisuallyHidden>{t("common.loading")}</VisuallyHidden>
      <Skeleton height={28} width="40%" />
      <Skeleton height={160} />
    </Stack>
  );
}
