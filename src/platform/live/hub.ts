import type { Database } from "#platform/db";
import { type Topic, announcementsChannel, parseAnnouncement } from "./announcement.ts";

/** What was told of one topic since it was last told to this listener. */
export interface News {
  topic: Topic | "all";
  ids: readonly string[] | null;
}

/** Hands announcements of all servers to the pages that are open at this one. */
export interface LiveHub {
  /**
   * @param onNews is told of each topic at once, and then after a pause: until then its ids are gathered.
   * @returns ends it.
   */
  watch(tenantId: string, onNews: (news: News) => void): () => void;
  /** How often a stream says that it is alive, and looks whether its reader may still read. */
  readonly keepAliveMs: number;
  close(): Promise<void>;
}

/** A page that is told more often does not show more, but works for nothing. */
const usualPauseMs = 400;
const maxGathered = 200;
/** Proxies close a silent connection after a minute as a rule. */
const usualKeepAliveMs = 20_000;

interface Watcher {
  onNews: (news: News) => void;
  resting: Map<Topic, { ids: Set<string> | null; told: boolean }>;
}

/**
 * Subscribes to what transactions announce.
 *
 * @param options.pauseMs how long a topic rests after it was told, 0.4 s unless told.
 * @param options.keepAliveMs 20 s unless told.
 */
export async function createLiveHub(
  database: Database,
  options: { pauseMs?: number; keepAliveMs?: number } = {},
): Promise<LiveHub> {
  const { pauseMs = usualPauseMs, keepAliveMs = usualKeepAliveMs } = options;
  const watchers = new Map<string, Set<Watcher>>();
  const timers = new Set<NodeJS.Timeout>();

  function rest(watcher: Watcher, topic: Topic): void {
    watcher.resting.set(topic, { ids: new Set(), told: true });
    const timer = setTimeout(() => {
      timers.delete(timer);
      const gathered = watcher.resting.get(topic);
      watcher.resting.delete(topic);
      if (gathered === undefined || gathered.told) return;
      watcher.onNews({ topic, ids: gathered.ids === null ? null : [...gathered.ids] });
      rest(watcher, topic);
    }, pauseMs);
    timers.add(timer);
  }

  function tell(watcher: Watcher, topic: Topic, ids: readonly string[] | null): void {
    const gathered = watcher.resting.get(topic);
    if (gathered === undefined) {
      watcher.onNews({ topic, ids });
      rest(watcher, topic);
      return;
    }
    gathered.told = false;
    if (ids === null || gathered.ids === null || gathered.ids.size + ids.length > maxGathered) {
      gathered.ids = null;
    } else for (const id of ids) gathered.ids.add(id);
  }

  const subscription = await database.listen(announcementsChannel, (payload) => {
    if (payload === "") {
      // The connection was lost for a while: any of them may have changed.
      for (const each of watchers.values()) {
        for (const { onNews } of each) onNews({ topic: "all", ids: null });
      }
      return;
    }
    const { tenantId, topic, ids } = parseAnnouncement(payload);
    for (const watcher of watchers.get(tenantId) ?? []) tell(watcher, topic, ids);
  });

  return {
    keepAliveMs,
    watch(tenantId, onNews) {
      const watcher: Watcher = { onNews, resting: new Map() };
      const ofTenant = watchers.get(tenantId) ?? new Set();
      watchers.set(tenantId, ofTenant.add(watcher));
      return () => {
        ofTenant.delete(watcher);
        watcher.onNews = () => undefined;
        if (ofTenant.size === 0 && watchers.get(tenantId) === ofTenant) watchers.delete(tenantId);
      };
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      watchers.clear();
      await subscription.close();
    },
  };
}
