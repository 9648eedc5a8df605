import { useEffect, useSyncExternalStore } from "react";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useTenant } from "../app/tenant.ts";
import { type OperationName, operationUrl } from "./client.ts";
import { type Reread, createReread } from "./reread.ts";

/** What the server tells: which things of a topic changed; `null`: many. */
export interface Change {
  topic: string;
  ids: readonly string[] | null;
}

type OnChange = (change: Change) => void;

/** A line that is down for longer is worth telling. */
const patienceMs = 5_000;
/** When a browser gave up by itself, as after a 502, we try again. */
const retryMs = 3_000;
/** A browser has six connections to a server (HTTP/1.1): a page that nobody sees gives up its own. */
const hiddenMs = 20_000;

/** One stream for the page, whoever listens. */
class LiveStream {
  readonly #listeners = new Set<OnChange>();
  readonly #watchers = new Set<() => void>();
  #source: EventSource | undefined;
  #url = "";
  #wasOpen = false;
  #lost = false;
  #timers: { lost?: number | undefined; retry?: number | undefined; hidden?: number | undefined } =
    {};

  constructor() {
    document.addEventListener("visibilitychange", () => {
      clearTimeout(this.#timers.hidden);
      if (document.visibilityState === "visible") this.#open();
      else this.#timers.hidden = window.setTimeout(() => this.#close(), hiddenMs);
    });
  }

  listen(url: string, onChange: OnChange): () => void {
    if (url !== this.#url) {
      this.#close();
      this.#url = url;
      this.#wasOpen = false;
    }
    this.#listeners.add(onChange);
    this.#open();
    return () => {
      this.#listeners.delete(onChange);
      if (this.#listeners.size === 0) this.#close();
    };
  }

  /** Whether the line has been down for a while. */
  readonly isLost = (): boolean => this.#lost;

  readonly watch = (onStatus: () => void): (() => void) => {
    this.#watchers.add(onStatus);
    return () => this.#watchers.delete(onStatus);
  };

  #open(): void {
    if (this.#source !== undefined || this.#listeners.size === 0) return;
    const source = new EventSource(this.#url);
    this.#source = source;
    source.addEventListener("open", () => {
      clearTimeout(this.#timers.lost);
      this.#timers.lost = undefined;
      this.#setLost(false);
      // What happened while the line was down was not told.
      if (this.#wasOpen) this.#tell({ topic: "all", ids: null });
      this.#wasOpen = true;
    });
    source.addEventListener("change", (event) => this.#tell(JSON.parse(event.data) as Change));
    source.addEventListener("error", () => {
      this.#timers.lost ??= window.setTimeout(() => this.#setLost(true), patienceMs);
      if (source.readyState !== EventSource.CLOSED) return;
      this.#source = undefined;
      this.#timers.retry = window.setTimeout(() => this.#open(), retryMs);
    });
  }

  #close(): void {
    this.#source?.close();
    this.#source = undefined;
    for (const timer of Object.values(this.#timers)) clearTimeout(timer);
    this.#timers = {};
    this.#setLost(false);
  }

  #setLost(lost: boolean): void {
    if (lost === this.#lost) return;
    this.#lost = lost;
    for (const watcher of this.#watchers) watcher();
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

const stream = new LiveStream();

/** Whether the page has heard nothing from the server for more than five seconds. */
export function useIsLineLost(): boolean {
  return useSyncExternalStore(stream.watch, stream.isLost);
}

/** Hears what changes in the tenant while the component is shown. `onChange` must be stable (`useCallback`). */
export function useLive(topics: readonly string[], onChange: OnChange): void {
  const tenant = useTenant();
  const wanted = topics.join(" ");
  useEffect(
    () =>
      stream.listen(operationUrl("watchTenant", { path: { tenantId: tenant.id } }), (change) => {
        if (change.topic === "all" || wanted.split(" ").includes(change.topic)) onChange(change);
      }),
    [tenant.id, wanted, onChange],
  );
}

/** Lets nothing that was read before some news be shown as new: what no page shows now is read again when one does. */
export function useLiveCache(): void {
  const tenant = useTenant();
  const client = useQueryClient();
  useEffect(
    () =>
      stream.listen(operationUrl("watchTenant", { path: { tenantId: tenant.id } }), () => {
        void client.invalidateQueries({
          type: "inactive",
          refetchType: "none",
          predicate: ({ queryKey }) => queryKey[1] === tenant.id,
        });
      }),
    [tenant.id, client],
  );
}

const rereads = new WeakMap<QueryClient, Map<string, Reread>>();

/** The one that reads an operation again, whoever on the page hears news of it. */
function rereadOf(client: QueryClient, name: string, tenantId: string): Reread {
  const ofClient = rereads.get(client) ?? new Map<string, Reread>();
  rereads.set(client, ofClient);
  const key = `${name} ${tenantId}`;
  const known = ofClient.get(key);
  if (known !== undefined) return known;
  const made = createReread(() => readAgain(client, [name, tenantId]));
  ofClient.set(key, made);
  return made;
}

async function readAgain(client: QueryClient, queryKey: readonly string[]): Promise<void> {
  // A first reading is not begun anew, and its answer may be from before the news.
  const underWay = client.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" });
  const isFirst = underWay.some(({ state }) => state.data === undefined);
  await client.invalidateQueries({ queryKey });
  if (isFirst) await client.invalidateQueries({ queryKey });
}

/**
 * Reads operations again whenever one of the topics changes.
 *
 * @param options.atMostEveryMs what is costly and need not be exact is read again no sooner than after so long.
 */
export function useLiveRefresh(
  topics: readonly string[],
  reads: readonly OperationName[],
  { atMostEveryMs = 0 }: { atMostEveryMs?: number } = {},
): void {
  const tenant = useTenant();
  const client = useQueryClient();
  const names = reads.join(" ");
  const wanted = topics.join(" ");
  useEffect(() => {
    let timer: number | undefined;
    let readAt = Number.NEGATIVE_INFINITY;
    const readAgain = (topic: string) => {
      timer = undefined;
      readAt = performance.now();
      for (const name of names.split(" ")) {
        const { onNews, atOnce } = rereadOf(client, name, tenant.id);
        if (topic === "all") atOnce();
        else onNews();
      }
    };
    const stop = stream.listen(
      operationUrl("watchTenant", { path: { tenantId: tenant.id } }),
      ({ topic }) => {
        if (topic !== "all" && !wanted.split(" ").includes(topic)) return;
        const restMs = readAt + atMostEveryMs - performance.now();
        if (restMs <= 0) readAgain(topic);
        else timer ??= window.setTimeout(() => readAgain(topic), restMs);
      },
    );
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [tenant.id, wanted, names, client, atMostEveryMs]);
}
