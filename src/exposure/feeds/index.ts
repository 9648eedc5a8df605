export type { FeedName, FeedStatus } from "./feed.ts";
export { listFeeds, readFeedRevision } from "./list-feeds.ts";
export type { KnowledgeBase, KnowledgeKeys } from "./read-knowledge.ts";
export { readKnowledge } from "./read-knowledge.ts";
export type { Rating } from "./read-ratings.ts";
export { readRatings } from "./read-ratings.ts";
export type { ImportDeps, ImportOptions } from "./import-feed-files.ts";
export { importFeedFiles } from "./import-feed-files.ts";
export type { FeedFile, ImportProgress, ImportReport } from "./import-report.ts";
