export type { EnrolOptions } from "./enrol.ts";
export { enrol } from "./enrol.ts";
export type { Identity } from "./identity-file.ts";
export { identityFileOf, readIdentity, reserveIdentity, writeIdentity } from "./identity-file.ts";
export { nextPauseMs } from "./pause.ts";
export type { Reach } from "./reach.ts";
export { createReach } from "./reach.ts";
export { replyCheck } from "./reply-check.ts";
export type { ServerClock } from "./server-clock.ts";
export { createServerClock } from "./server-clock.ts";
export type { LinkOptions, ServerLink } from "./server-link.ts";
export {
  ContentRefused,
  CredentialRefused,
  NotThere,
  ServerUnreachable,
  createServerLink,
} from "./server-link.ts";
