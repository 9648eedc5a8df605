import type { Registry } from "#platform/metrics";
import type { AgentHealth } from "./agent.ts";

/** Counts what agents deliver. */
export function countIntake(registry: Registry) {
  const inventories = registry.counter(
    "vedette_intake_inventories_total",
    "Inventories that agents delivered, by whether the server had what they build on.",
    ["outcome"],
  );
  const messages = registry.counter(
    "vedette_intake_audit_messages_total",
    "What agents delivered of audits, by what became of it.",
    ["outcome"],
  );
  return {
    accepted: inventories.labels("accepted"),
    /** The whole inventory is wanted. */
    baseUnknown: inventories.labels("base_unknown"),
    recorded: messages.labels("recorded"),
    /** Delivered before, or of jobs that are unknown. */
    ignored: messages.labels("ignored"),
  };
}

/** Of all agents together: the figures tell nothing of any tenant. */
export function showHealth(registry: Registry, health: () => readonly AgentHealth[]): void {
  function show(name: string, help: string, of: (all: readonly AgentHealth[]) => number): void {
    registry.gauge(name, help, [], () => [{ labels: [], value: of(health()) }]);
  }
  const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
  show("vedette_agents", "Agents that checked in in the last 90 s.", (all) => all.length);
  show("vedette_agents_audits", "Audits that agents have in hand.", (all) =>
    sum(all.map(({ audits }) => audits)),
  );
  show("vedette_agents_spooled_messages", "Outcomes of audits that wait at agents.", (all) =>
    sum(all.map(({ spooled }) => spooled)),
  );
}
