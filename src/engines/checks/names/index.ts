export { NameNotResolved, TargetRefused } from "./errors.ts";
export { createNameCache } from "./name-cache.ts";
export type { NameCache, NameCacheOptions, ResolvedAddress } from "./name-cache.ts";
