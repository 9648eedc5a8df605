export { announce } from "./announce.queries.ts";
export { announcementsChannel } from "./announcement.ts";
export type { Topic } from "./announcement.ts";
export type { LiveHub, News } from "./hub.ts";
export { createLiveHub } from "./hub.ts";
export { addLiveRoute } from "./live.routes.ts";
