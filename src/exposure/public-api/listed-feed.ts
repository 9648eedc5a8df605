import Type from "typebox";
import { envelope, named, refTo, time, word } from "#platform/http";

/** A feed as the public API shows it. */
export const FeedSchema = named(
  "Feed",
  {
    name: word(["nvd", "kev", "epss", "debian", "osv"]),
    asOf: Type.Optional(time("What the feed says of its own age.")),
    importedAt: Type.Optional(time("When it was last taken in; missing: never.")),
    ageMs: Type.Optional(
      Type.Integer({ description: "How old what is known is, in milliseconds." }),
    ),
    records: Type.Integer(),
    lastAttemptAt: Type.Optional(time("When it was last tried to take it in.")),
    lastError: Type.Optional(
      Type.String({ description: "Why that failed; missing after a good attempt." }),
    ),
  },
  { description: "A source of what is known of vulnerabilities, the same for all tenants." },
);

export const FeedListSchema = named("FeedList", {
  count: envelope.count,
  feeds: Type.Array(refTo(FeedSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});
