import { useCallback } from "react";
import { useNavigate, useSearch } from "@tanstack/react-router";

export type Filters = Readonly<Record<string, string | undefined>>;

/** The filters in the address, and a way to change some of them; an empty text takes one away. Back works. */
export function useFilters(): [Filters, (change: Filters) => void] {
  const filters: Filters = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (news: Filters) => {
      void navigate({
        to: ".",
        search: (before: Filters) => ({ ...before, ...news }),
        replace: Object.keys(news).every((name) => name === "q"),
      } as unknown as Parameters<typeof navigate>[0]);
    },
    [navigate],
  );
  return [filters, change];
}
