export type { Body } from "./bodies.ts";
export { bodyOf, readMessage, refusingBadData } from "./bodies.ts";
export type { ChangeFeed, ChangeWatch } from "./change-feed.ts";
export { createChangeFeed } from "./change-feed.ts";
export type { LastSeen, Sighting } from "./last-seen.ts";
export { createLastSeen } from "./last-seen.ts";
export { addEnrolRoute, prepareRemoteRoutes, signalOfCaller } from "./remote-part.routes.ts";
export type { RemotePart } from "./secret.ts";
export {
  enrolmentTokenLifetimeMs,
  hashOfCredential,
  hashOfToken,
  hashSecret,
  newSecret,
  unknownToken,
} from "./secret.ts";
export type { TargetLists } from "./target-lists.ts";
export { areSameTargetLists, checkTargetLists } from "./target-lists.ts";
