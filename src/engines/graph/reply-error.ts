import { isRecord } from "./record.ts";

/** What Graph says of a request that failed. */
export interface ReplyError {
  readonly code: string;
  readonly message: string;
}

/**
 * The error in a reply's body. Both parts are empty where there is none. `code` at the top; some services behind Graph (such as
 * that of privileged roles) write `errorCode` and no envelope.
 */
export function readError(body: unknown): ReplyError {
  const error = isRecord(body) && isRecord(body["error"]) ? body["error"] : body;
  if (!isRecord(error)) return { code: "", message: "" };
  const text = (name: string) => (typeof error[name] === "string" ? error[name] : "");
  return { code: text("code") || text("errorCode"), message: text("message") };
}
