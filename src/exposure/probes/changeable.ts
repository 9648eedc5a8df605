import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { Probe } from "./probe.ts";

/**
 * The probe, when the caller may change who it is.
 *
 * @throws Problem `forbidden` without write scope; `not_found`; `invalid_request` for the embedded probe, whose enrolment
 * the server looks after itself.
 */
export function checkChangeable(context: Context, probe: Probe | null): Probe {
  if (!context.scopes.includes("write")) throw new Problem("forbidden", "This key may only read.");
  if (probe === null) throw new Problem("not_found", "There is no such probe.");
  if (!probe.embedded) return probe;
  throw new Problem(
    "invalid_request",
    "The embedded probe belongs to the server. To stop it, start the server with VEDETTE_EMBEDDED_PROBE=off.",
  );
}
