import Type, { type Static } from "typebox";
import { withoutNulls } from "#lib/without-nulls";
import { listFeeds } from "#exposure/feeds";
import { type PublicRoutes, callerOf, pageParameters, refTo } from "#platform/http";
import { parsePage } from "#platform/pagination";
import { FeedListSchema, type FeedSchema } from "./listed-feed.ts";

/** The public API of the feeds' age. */
export function addFeedRoute(app: PublicRoutes): void {
  app.get(
    "/public/v1/feeds",
    {
      config: { scope: "read" },
      schema: {
        operationId: "listFeeds",
        summary: "List feeds with their age",
        description: "What is known of vulnerabilities, and how old it is.",
        tags: ["Feeds"],
        querystring: Type.Object(pageParameters),
        response: { 200: refTo(FeedListSchema) },
      },
    },
    async (request) => {
      const { limit, offset } = parsePage(request.query);
      const { database, tenantId, now } = callerOf(request);
      const all = await listFeeds(database.forTenant(tenantId), now());
      const feeds = all
        .slice(offset, limit === null ? undefined : offset + limit)
        .map(({ revision: _revision, ...feed }) => withoutNulls<Static<typeof FeedSchema>>(feed));
      return {
        count: feeds.length,
        feeds,
        limit: limit ?? feeds.length,
        offset,
        hasMore: offset + feeds.length < all.length,
        total: all.length,
      };
    },
  );
}
