import type { AuditLimits } from "./audit-engine.ts";
import { AuditFailed } from "./audit-failed.ts";
import { type OscapEnd, maxArfBytes } from "./run-oscap.ts";

/** What oscap says when there is no more memory, and what the programs and libraries that it uses say. */
const shortOfMemory = /cannot allocate memory|can't (?:re-)?allocate|out of memory|bad_alloc/i;
/** What it says of content that it cannot use. */
const unfit = /No profile matching|Multiple profiles matching|Invalid SCAP|Unable to parse XML/i;
/** Exit codes of a whole run (oscap(8)): nothing failed; something did. */
const wholeRuns: readonly (number | null)[] = [0, 2];

/** Why a run of oscap gave no result; `null`: it did. */
export function explainEnd(end: OscapEnd, limits: AuditLimits): AuditFailed | null {
  if (end.stopped !== null) return explainStop(end.stopped, end, limits);
  if (wholeRuns.includes(end.code)) return null;
  const said = end.stderr === "" ? "it says nothing" : end.stderr;
  if (shortOfMemory.test(end.stderr)) {
    return new AuditFailed(
      "out_of_memory",
      `oscap got no more memory from the host when it held ${held(end)}: ${said}`,
    );
  }
  if (end.signal === "SIGKILL" || end.signal === "SIGTERM") {
    return new AuditFailed(
      "killed",
      `oscap was ended from outside (${end.signal}) after ${Math.round(end.tookSec)} s, when it held ${held(end)}. The kernel does that when memory is short: look for "Out of memory" in its log (dmesg).`,
    );
  }
  if (end.signal !== null) {
    return new AuditFailed("engine_error", `oscap broke down (${end.signal}): ${said}`);
  }
  if (unfit.test(end.stderr)) {
    return new AuditFailed("bad_content", `oscap cannot use the content: ${said}`);
  }
  return new AuditFailed("engine_error", `oscap ended with code ${end.code}: ${said}`);
}

function explainStop(
  stopped: NonNullable<OscapEnd["stopped"]>,
  end: OscapEnd,
  { timeSec, memoryMb }: AuditLimits,
): AuditFailed {
  switch (stopped) {
    case "aborted":
      return new AuditFailed("stopped", "The audit was stopped.");
    case "time":
      return new AuditFailed(
        "out_of_time",
        `The audit did not end within ${duration(timeSec)}. Raise the limit, or choose a smaller profile.`,
      );
    case "memory":
      return new AuditFailed(
        "out_of_memory",
        `oscap held ${held(end)}, more than the limit of ${memoryMb} MB, and was ended. Raise the limit, or choose a smaller profile.`,
      );
    case "size":
      return new AuditFailed(
        "engine_error",
        `The result of the audit has more than ${maxArfBytes / 2 ** 20} MB. Choose a smaller profile.`,
      );
  }
}

function held({ peakMb }: OscapEnd): string {
  return `${Math.round(peakMb)} MB`;
}

function duration(seconds: number): string {
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${seconds} s`;
}
