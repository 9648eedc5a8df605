import { join } from "node:path";
import type { ScanEngine } from "#engines/scan-types";
import { createGate } from "#lib/gate";
import { type PartOptions, type PartProcess, createLinks } from "#remote/program";
import type { CheckIn } from "#wire/probe.v1";
import type { Assessor } from "./assessor.ts";
import { type Outbox, openOutbox } from "./outbox.ts";
import { runProbeLink } from "./probe-link.ts";
import { type ProbeWork, createProbeWork } from "./probe-work.ts";

/** What a probe works with. */
export interface ProbeEngine {
  readonly scan: ScanEngine;
  readonly assess: Assessor;
  /** What it can do on this machine. */
  abilities(): Promise<CheckIn["abilities"]>;
  close(): Promise<void>;
}

const statusEveryMs = 60_000;
/** Scans of different probes that go on at once; they share this machine's processor and sockets. */
const runsAtOnce = 4;
/** Likewise; each may take some hundred megabytes. */
const assessmentsAtOnce = 2;
const mostProbes = 100_000;

/** Begins what one process does for all its probes: the engine is shared. */
export async function startProbeProcess(
  options: PartOptions,
  engine: ProbeEngine,
): Promise<PartProcess> {
  const { directory, version, clock, log } = options;
  const ended = new AbortController();
  const gates = {
    scans: createGate(runsAtOnce, mostProbes),
    assessments: createGate(assessmentsAtOnce, mostProbes),
  };
  const probes = new Map<string, { outbox: Outbox; work: ProbeWork }>();
  const links = createLinks(ended.signal);
  const abilities = await engine.abilities();

  async function probeOf(id: string) {
    const known = probes.get(id);
    if (known !== undefined) return known;
    const outbox = await openOutbox({ directory: join(directory, id), clock, log });
    const { scan, assess } = engine;
    const work = createProbeWork({ scan, assess, gates, outbox, clock, log });
    const probe = { outbox, work };
    probes.set(id, probe);
    return probe;
  }

  const status = setInterval(() => {
    const all = [...probes.values()];
    const runs = all.reduce((sum, { work }) => sum + work.scans.unfinished, 0);
    const assessments = all.reduce((sum, { work }) => sum + work.assessments.unfinished, 0);
    const spooled = all.reduce((sum, { outbox }) => sum + outbox.added - outbox.gone, 0);
    log.info({ probes: all.length, runs, assessments, spooled }, "status");
  }, statusEveryMs);

  return {
    async begin(identity, _fresh, onRefused) {
      const { outbox, work } = await probeOf(identity.id);
      const shared = { version, clock, work, outbox, abilities, log };
      return links.start((signal) => runProbeLink({ ...shared, identity, onRefused }, signal));
    },

    async stop() {
      clearInterval(status);
      const works = [...probes.values()].map(({ work }) => work.close());
      ended.abort();
      await Promise.all([links.ended(), ...works]);
      await engine.close();
    },
  };
}
