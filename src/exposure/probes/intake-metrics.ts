import type { Registry } from "#platform/metrics";
import type { ProbeHealth } from "./probe.ts";

/** Messages of runs. */
export function countRunMessages(registry: Registry) {
  const messages = registry.counter(
    "vedette_intake_run_messages_total",
    "What probes delivered: hosts by what became of them, and ends of runs.",
    ["outcome"],
  );
  return {
    recorded: messages.labels("recorded"),
    /** Delivered before, or of runs that are unknown. */
    ignored: messages.labels("ignored"),
    ends: messages.labels("end"),
  };
}

/** Messages of assessments. */
export function countAssessmentMessages(registry: Registry) {
  const messages = registry.counter(
    "vedette_intake_assessment_messages_total",
    "What probes told of directories: what rules found, results of rules, and ends of assessments.",
    ["outcome"],
  );
  return {
    recorded: messages.labels("recorded"),
    /** Of assessments that are unknown. */
    ignored: messages.labels("ignored"),
  };
}

/** Of all probes together: the figures tell nothing of any tenant. */
export function showHealth(registry: Registry, health: () => readonly ProbeHealth[]): void {
  function show(name: string, help: string, of: (all: readonly ProbeHealth[]) => number): void {
    registry.gauge(name, help, [], () => [{ labels: [], value: of(health()) }]);
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  show("vedette_probes", "Probes that checked in in the last 90 s.", (all) => all.length);
  show("vedette_probes_runs", "Runs that probes have in hand.", (all) =>
    sum(all.map(({ runs }) => runs)),
  );
  show("vedette_probes_assessments", "Assessments that probes have in hand.", (all) =>
    sum(all.map(({ assessments = 0 }) => assessments)),
  );
  show("vedette_probes_spooled_messages", "Messages that wait at probes.", (all) =>
    sum(all.map(({ spooled }) => spooled)),
  );
}
