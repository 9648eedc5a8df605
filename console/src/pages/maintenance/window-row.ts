import type { Reply } from "../../api/client.ts";

/** A maintenance window as the server lists it. */
export type WindowRow = Reply<"listMaintenanceWindows">["items"][number];
