export type { FeedBatch, FeedRecords } from "./feed-batch.ts";
export { FeedError } from "./feed-error.ts";
export { baseEcosystem } from "./osv.ts";
export { productKeysOf } from "./product-keys.ts";
export { readFeed, recogniseFeed } from "./read-feed.ts";
export { unpackedSha256 } from "./unpacked-sha256.ts";
