import { Problem } from "#platform/errors";
import type { Log } from "#platform/log";
import { type FeedName, feedTitles } from "./feed.ts";
import type { ImportProgress } from "./import-report.ts";
import { type SyncDeps, type SyncOutcome, syncFeeds } from "./sync-feeds.ts";

/** How it goes with a sync that somebody asked for. Times are Unix epoch milliseconds. */
export interface FeedSyncState {
  running: boolean;
  /** What is being done, or what became of it, a sentence. */
  sentence: string;
  /** Records of the present file that were read. */
  records: number;
  startedAt: number;
  endedAt: number | null;
  /** Why not all could be brought up to date, sentences. */
  failures: string[];
}

/** Brings feeds up to date when somebody asks for it, one sync at a time. What came of each feed is kept with the feed. */
export interface FeedSync {
  /**
   * Begins, unless one of this server is under way.
   *
   * @param onNews is called as it goes on, often.
   * @returns whether it was begun by this.
   */
  start(feeds: readonly FeedName[], onNews: () => void): boolean;
  /** Of the latest since this server started; `null`: there was none. */
  state(): FeedSyncState | null;
  /** Ends one that is under way; it is gone on with next time. Another can be started then. */
  stop(): Promise<void>;
}

export function createFeedSync(deps: Omit<SyncDeps, "signal"> & { log: Log }): FeedSync {
  const { now, log } = deps;
  let stopping = new AbortController();
  let state: FeedSyncState | null = null;
  let work = Promise.resolve();

  async function sync(feeds: readonly FeedName[], onNews: () => void): Promise<void> {
    const tell = (change: Partial<FeedSyncState>) => {
      if (state !== null) state = { ...state, ...change };
      onNews();
    };
    const ended = (failures: string[]) => {
      const sentence = failures.length === 0 ? "All feeds are up to date." : "Not all feeds came.";
      tell({ running: false, endedAt: now(), sentence, failures });
    };
    try {
      const outcomes = await syncFeeds({ ...deps, signal: stopping.signal }, feeds, {
        onNote: (sentence) => tell({ sentence, records: 0 }),
        onWait: (sentence) => tell({ sentence }),
        onProgress: (progress) => tell(describeProgress(progress)),
      });
      ended(outcomes.flatMap(describeFailure));
    } catch (error) {
      if (!(error instanceof Problem)) log.error({ err: error }, "a sync of the feeds failed");
      const reason = error instanceof Problem ? error.message : "It failed; the log says why.";
      ended([
        stopping.signal.aborted ? "It was stopped; what is missing comes next time." : reason,
      ]);
    }
  }

  return {
    start(feeds, onNews) {
      if (state?.running === true) return false;
      const sentence = "Looking for what is new.";
      const startedAt = now();
      stopping = new AbortController();
      state = { running: true, sentence, records: 0, startedAt, endedAt: null, failures: [] };
      work = sync(feeds, onNews);
      return true;
    },
    state: () => state,
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

function describeProgress({ feed, records, stage }: ImportProgress): Partial<FeedSyncState> {
  const title = feedTitles[feed];
  return stage === "finishing"
    ? { sentence: `${title}: building indexes` }
    : { sentence: `${title}: reading records`, records };
}

function describeFailure({ feed, reasons }: SyncOutcome): string[] {
  return reasons.map((reason) => `${feedTitles[feed]}: ${reason}`);
}
