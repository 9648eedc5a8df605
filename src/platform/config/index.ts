export type { OidcSettings } from "./account-settings.ts";
export type { Config } from "./config.ts";
export { readConfig } from "./config.ts";
export type { FeedSources } from "./feed-sources.ts";
