export type { Actor, Context, Scope } from "./context.ts";
