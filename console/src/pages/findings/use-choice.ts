import { tellFailed, tellNote } from "../../app/tell.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callApi } from "../../api/client.ts";
import { useTenant } from "../../app/tenant.ts";
import type { Chosen, FindingKind } from "./use-decide.ts";

type Query = Readonly<Record<string, string | number | undefined>>;
/** When each got the status that it had when it was chosen, by id. */
type StatusAt = ReadonlyMap<string, number>;
const nothing: StatusAt = new Map();

const operations = {
  findings: { list: "listFindingRows", choose: "chooseFindings" },
  identity: { list: "listIdentityFindingRows", choose: "chooseIdentityFindings" },
} as const satisfies Record<FindingKind, object>;

/** Findings that somebody chose to decide about: row by row, or all that match. */
export interface Choice {
  findings: Chosen[];
  ids: ReadonlySet<string>;
  /** Chooses these among the rows that are seen. */
  select: (ids: ReadonlySet<string>) => void;
  /** Chooses all that match, as many as can be decided about at once. */
  selectAll: () => Promise<void>;
  isSelectingAll: boolean;
  clear: () => void;
}

/**
 * @param query what narrows the table: what was chosen under another one is not what is seen now.
 * @param someChosen says that more match than were chosen.
 */
export function useChoice(
  kind: FindingKind,
  query: Query,
  someChosen: (count: number) => string,
): Choice {
  const { id: tenantId } = useTenant();
  const client = useQueryClient();
  const narrowing = JSON.stringify(query);
  const [choice, setChoice] = useState({ of: narrowing, findings: nothing });
  const [isSelectingAll, setSelectingAll] = useState(false);
  const chosen = choice.of === narrowing ? choice.findings : nothing;
  const choose = (findings: StatusAt) => setChoice({ of: narrowing, findings });
  const { list, choose: chooseAll } = operations[kind];
  return {
    findings: [...chosen].map(([id, statusAt]) => ({ id, statusAt })),
    ids: new Set(chosen.keys()),
    select(ids) {
      const loaded = client
        .getQueriesData<{ items: Chosen[] }>({
          queryKey: [list, tenantId],
          type: "active",
        })
        .flatMap(([, data]) => data?.items ?? []);
      const statusAt = new Map(loaded.map((row) => [row.id, row.statusAt]));
      choose(new Map([...ids].map((id) => [id, chosen.get(id) ?? statusAt.get(id) ?? 0])));
    },
    async selectAll() {
      setSelectingAll(true);
      try {
        const { items, isAll } = await callApi(chooseAll, { path: { tenantId }, query });
        choose(new Map(items.map(({ id, statusAt }) => [id, statusAt])));
        if (!isAll) tellNote(someChosen(items.length));
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        tellFailed(error);
      } finally {
        setSelectingAll(false);
      }
    },
    isSelectingAll,
    clear: () => choose(nothing),
  };
}
