export { createRemoteLog, remoteLogLevel } from "./remote-log.ts";
export type { RemoteLogLevel } from "./remote-log.ts";
