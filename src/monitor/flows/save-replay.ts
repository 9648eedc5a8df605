import { type IncidentEvent, saveIncidents } from "#monitor/incidents";
import { listChecksOf } from "#monitor/results";
import { updateStates } from "#monitor/states";
import type { Tx } from "#platform/db";
import { announce } from "#platform/live";
import { announceIncidents } from "./announce-incidents.ts";
import type { Replay } from "./replay.ts";

/** Saves what was decided, and tells the pages that are open what people have to read anew. The results must be in history already: the timeline quotes the checks that led to it. */
export async function saveReplay(tx: Tx, tenantId: string, replay: Replay): Promise<void> {
  const quotes = await quoteRuns(tx, tenantId, replay);
  const events = [...quotes, ...replay.incidents.events].toSorted((a, b) => a.at - b.at);
  await saveIncidents(tx, tenantId, { ...replay.incidents, events });
  await updateStates(
    tx,
    tenantId,
    Array.from(replay.sensors.values(), (sensor) => ({
      sensorId: sensor.id,
      state: sensor.state,
      openIncidentId: sensor.open?.id ?? null,
      heldBecause: sensor.heldBecause,
    })),
  );
  await announce(tx, tenantId, "sensors", replay.news);
  await announceIncidents(tx, tenantId, replay.incidents);
}

async function quoteRuns(tx: Tx, tenantId: string, replay: Replay): Promise<IncidentEvent[]> {
  const checks = await listChecksOf(tx, tenantId, replay.runs);
  return checks.flatMap((check): IncidentEvent[] => {
    const run = replay.runs[check.stretch];
    if (run === undefined || check.ok !== run.ok) return [];
    return [
      {
        incidentId: run.incidentId,
        at: check.at,
        kind: check.ok ? "check_ok" : "check_failed",
        text: check.ok ? "a good check" : (check.cause ?? "a failed check"),
      },
    ];
  });
}
