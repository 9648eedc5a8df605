export type { EntraTenant } from "./tenant.ts";
