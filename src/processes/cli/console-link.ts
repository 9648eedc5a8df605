import type { Config } from "#platform/config";
import { serverAddress } from "./enrolment.ts";

/** A page of the console with a token that works once, as its reader opens it. */
export function consoleLink(config: Config, page: "join" | "new-password", token: string): string {
  return `${config.publicUrl ?? serverAddress(config)}/${page}?token=${token}`;
}
