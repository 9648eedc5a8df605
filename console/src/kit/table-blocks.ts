import { useQueries, useQueryClient } from "@tanstack/react-query";
import { type TenantArguments, queryKey, readApi } from "../api/hooks.ts";
import { useLiveRefresh } from "../api/live.ts";
import type { Operations } from "../api/operations.generated.ts";
import { useTenant } from "../app/tenant.ts";
import { type BlockRange, blockSize } from "./table-range.ts";

/** Operations that answer a piece of a table: `{ total, items }` for `limit`, `offset` and `sort`. */
export type TableOperation = {
  [Name in keyof Operations]: Operations[Name] extends {
    query?: { limit?: unknown; offset?: unknown; sort?: unknown };
    reply: { total: number; items: { id: string }[] };
  }
    ? Name
    : never;
}[keyof Operations];

export type Row<Name extends TableOperation> = Operations[Name]["reply"]["items"][number] & {
  id: string;
};

interface Block<Name extends TableOperation> {
  total: number;
  items: Row<Name>[];
}

/** What a table shows, and how to ask for more of it. */
export interface Blocks<Name extends TableOperation> {
  /** Rows of the whole table; `null` while none of the blocks is there. */
  total: number | null;
  /** Whether what is shown answers an earlier question, and the answer to this one is on its way. */
  isBehind: boolean;
  error: Error | null;
  itemAt: (index: number) => Row<Name> | undefined;
  /** Rows around those that are on screen. */
  loaded: readonly Row<Name>[];
  /** Rows from one index to another, read where they are not there yet. @throws ApiProblem */
  readRows: (from: number, to: number) => Promise<Row<Name>[]>;
  readAgain: () => void;
}

/**
 * Reads the blocks of a table of which rows are on screen, and those again whenever the topic has news: a row that is shown
 * may have changed, and any other may have come into its place.
 *
 * @param args path, filters and order.
 * @param shown the blocks that are wanted, of how many rows as far as one knows.
 */
export function useTableBlocks<Name extends TableOperation>(
  operation: Name,
  args: { path?: object; query: object },
  shown: { range: BlockRange; total: number | null },
  live: string | undefined,
): Blocks<Name> {
  const tenant = useTenant();
  const client = useQueryClient();
  const optionsOf = (block: number) => {
    const own = {
      ...args,
      query: { ...args.query, limit: blockSize, offset: block * blockSize },
    } as unknown as TenantArguments<Name>;
    return {
      queryKey: queryKey(operation, tenant.id, own),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readApi(operation, own, tenant.id, signal) as Promise<Block<Name>>,
      // After another filter the old rows stay until the new ones come; rows of another place would be wrong ones.
      placeholderData: (before: Block<Name> | undefined, query?: { meta?: object | undefined }) =>
        query?.meta !== undefined && "block" in query.meta && query.meta.block === block
          ? before
          : undefined,
      meta: { block },
    };
  };

  const end = shown.total === null ? 0 : Math.floor(Math.max(0, shown.total - 1) / blockSize);
  const firstBlock = Math.min(shown.range.first, end);
  const lastBlock = Math.min(shown.range.last, end);
  const answers = useQueries({
    queries: Array.from({ length: lastBlock - firstBlock + 1 }, (_, i) =>
      optionsOf(firstBlock + i),
    ),
  });
  const newest = answers
    .filter(({ data }) => data !== undefined)
    .toSorted((a, b) => b.dataUpdatedAt - a.dataUpdatedAt)[0];
  const readAgain = () => {
    // At once what is on screen; what was read before, when it is shown again.
    void client.invalidateQueries({ queryKey: [operation, tenant.id], refetchType: "active" });
  };
  useLiveRefresh(live === undefined ? [] : [live], [operation]);

  const itemAt = (index: number) => {
    const block = Math.floor(index / blockSize);
    const isWanted = block >= firstBlock && block <= lastBlock;
    // Of what is not read now, as it was when it was.
    const read = isWanted
      ? answers[block - firstBlock]?.data
      : client.getQueryData<Block<Name>>(optionsOf(block).queryKey);
    return read?.items[index % blockSize];
  };
  const readRows = async (from: number, to: number) => {
    const blocks: Promise<Block<Name>>[] = [];
    for (let block = Math.floor(from / blockSize); block * blockSize <= to; block += 1) {
      const { queryKey: key, queryFn } = optionsOf(block);
      blocks.push(client.ensureQueryData({ queryKey: key, queryFn }));
    }
    const start = Math.floor(from / blockSize) * blockSize;
    const items = (await Promise.all(blocks)).flatMap((each) => each.items);
    return items.slice(from - start, to - start + 1);
  };
  return {
    total: newest?.data?.total ?? null,
    isBehind: answers.some(({ isPlaceholderData }) => isPlaceholderData),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
    itemAt,
    loaded: answers.flatMap(({ data }) => data?.items ?? []),
    readRows,
    readAgain,
  };
}
