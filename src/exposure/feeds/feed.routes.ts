import type { FastifyBaseLogger } from "fastify";
import Type from "typebox";
import { insertAuditEntries } from "#platform/audit-log";
import type { Database } from "#platform/db";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  named,
  nullable,
  refTo,
  tenantParams,
  time,
  word,
} from "#platform/http";
import { announce } from "#platform/live";
import type { FeedSync } from "./feed-sync.ts";
import { feedNames, feedTitles, isStale } from "./feed.ts";
import { listFeeds } from "./list-feeds.ts";

/** A feed as the console shows it. */
export const FeedStateSchema = named("FeedState", {
  name: word(feedNames),
  title: Type.String(),
  asOf: nullable(time("What the feed says of its own age.")),
  importedAt: nullable(time("When it was last taken in; null: never.")),
  ageMs: nullable(Type.Integer({ description: "How old what is known is." })),
  isStale: Type.Boolean({ description: "Older than one that is kept up to date." }),
  records: Type.Integer(),
  lastAttemptAt: nullable(time("When it was last tried to take it in.")),
  lastError: nullable(Type.String({ description: "Why that failed, or not all of it came." })),
});

const SyncState = Type.Object({
  running: Type.Boolean(),
  sentence: Type.String({ description: "What is being done, or what became of it." }),
  records: Type.Integer({ description: "Records of the present file that were read." }),
  startedAt: time("When it was asked for."),
  endedAt: nullable(time("When it ended.")),
  failures: Type.Array(Type.String()),
});

/** What routes of feeds need besides the caller. */
export interface FeedDeps {
  feedSync: FeedSync;
}

/** Feeds: how old each is, and how they are brought up to date. They are the same for all tenants. */
export function addFeedRoutes(app: ConsoleRoutes, deps: FeedDeps): void {
  app.get(
    "/tenants/:tenantId/feeds",
    {
      config: { needs: "view" },
      schema: {
        operationId: "listFeedStates",
        summary: "What is known of vulnerabilities, and how old it is",
        tags: ["Exposure"],
        params: tenantParams,
        response: {
          200: Type.Object({
            items: Type.Array(refTo(FeedStateSchema)),
            sync: Type.Union([SyncState, Type.Null()], {
              description: "The latest that somebody asked this server for; null: none.",
            }),
          }),
        },
      },
    },
    async (request) => {
      const { database, tenantId, now } = consoleCallerOf(request);
      const feeds = await listFeeds(database.forTenant(tenantId), now());
      const items = feeds.map(({ revision: _revision, ...feed }) => ({
        ...feed,
        title: feedTitles[feed.name],
        isStale: isStale(feed),
      }));
      return { items, sync: deps.feedSync.state() };
    },
  );

  app.post(
    "/tenants/:tenantId/feeds/sync",
    {
      config: { needs: "administer", limitedViewers: false },
      schema: {
        operationId: "syncFeeds",
        summary: "Download what is new of the feeds, and take it in",
        tags: ["Exposure"],
        params: tenantParams,
        response: {
          202: Type.Object({
            isNew: Type.Boolean({ description: "False: one is under way already." }),
          }),
        },
      },
    },
    async (request, reply) => {
      const caller = consoleCallerOf(request);
      const { database, tenantId } = caller;
      const isNew = deps.feedSync.start(feedNames, announcer(database, tenantId, request.log));
      if (isNew) {
        await database.transaction(tenantId, (tx) =>
          insertAuditEntries(tx, caller, [
            { action: "feeds.sync", subjectKind: "tenant", subjectId: tenantId, detail: {} },
          ]),
        );
      }
      return reply.code(202).send({ isNew });
    },
  );

  app.post(
    "/tenants/:tenantId/feeds/stop",
    {
      config: { needs: "administer", limitedViewers: false },
      schema: {
        operationId: "stopFeedSync",
        summary: "End a sync of the feeds that is under way; it is gone on with next time",
        tags: ["Exposure"],
        params: tenantParams,
        response: { 200: Type.Object({ ok: Type.Boolean() }) },
      },
    },
    async () => {
      await deps.feedSync.stop();
      return { ok: true };
    },
  );
}

const tellEveryMs = 1_000;

/** Tells the tenant's pages, at most once a second; the end of a feed reaches all tenants by its import. */
function announcer(database: Database, tenantId: string, log: FastifyBaseLogger): () => void {
  let timer: NodeJS.Timeout | undefined;
  const tell = async () => {
    timer = undefined;
    try {
      await database.transaction(tenantId, (tx) => announce(tx, tenantId, "feeds", null));
    } catch (error) {
      // Pages ask again by themselves; the sync must not end for it.
      log.warn({ err: error }, "pages could not be told of a sync of the feeds");
    }
  };
  return () => {
    timer ??= setTimeout(() => void tell(), tellEveryMs).unref();
  };
}
