import type { GraphRequest } from "#engines/graph";
import type { Reads } from "./part.ts";

/** Reads something of Graph; `what` is for who watches. */
export type Ask = (what: string, requests: readonly GraphRequest[]) => Promise<Reads>;
