import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { Collector } from "./collector.ts";

/**
 * The collector, when the caller may change who it is.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for the embedded collector, whose
 * enrolment the server looks after itself.
 */
export function checkChangeable(context: Context, collector: Collector | null): Collector {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  if (collector === null) throw new Problem("not_found", "There is no such collector.");
  if (!collector.embedded) return collector;
  throw new Problem(
    "invalid_request",
    "The embedded collector belongs to the server. To stop it, start the server with VEDETTE_EMBEDDED_COLLECTOR=off.",
  );
}
