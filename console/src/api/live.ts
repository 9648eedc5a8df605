import { useEffect } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { useTenant } from "../app/tenant.ts";
import { type OperationName, operationUrl } from "./client.ts";

/** What the server tells: which things of a topic changed; `null`: many. */
export interface Change {
  topic: string;
  ids: readonly string[] | null;
}

type OnChange = (change: Change) => void;

/** One stream for the page, whoever listens. */
class LiveStream {
  readonly #listeners = new Set<OnChange>();
  #source: EventSource | undefined;
  #url = "";

  listen(url: string, onChange: OnChange): () => void {
    if (url !== this.#url) {
      this.#source?.close();
      this.#source = undefined;
      this.#url = url;
    }
    this.#source ??= this.#open(url);
    this.#listeners.add(onChange);
    return () => {
      this.#listeners.delete(onChange);
      if (this.#listeners.size > 0) return;
      this.#source?.close();
      this.#source = undefined;
    };
  }

  #open(url: string): EventSource {
    const source = new EventSource(url);
    let wasOpen = false;
    source.addEventListener("open", () => {
      // What happened while the line was down was not told.
      if (wasOpen) this.#tell({ topic: "all", ids: null });
      wasOpen = true;
    });
    source.addEventListener("change", (event) => this.#tell(JSON.parse(event.data) as Change));
    return source;
  }

  #tell(change: Change): void {
    for (const listener of this.#listeners) listener(change);
  }
}

const stream = new LiveStream();

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

/** Reads operations again whenever one of the topics changes. */
export function useLiveRefresh(topics: readonly string[], reads: readonly OperationName[]): void {
  const tenant = useTenant();
  const client = useQueryClient();
  const names = reads.join(" ");
  const wanted = topics.join(" ");
  useEffect(
    () =>
      stream.listen(operationUrl("watchTenant", { path: { tenantId: tenant.id } }), (change) => {
        if (change.topic !== "all" && !wanted.split(" ").includes(change.topic)) return;
        for (const name of names.split(" ")) {
          void client.invalidateQueries({ queryKey: [name, tenant.id] });
        }
      }),
    [tenant.id, wanted, names, client],
  );
}
