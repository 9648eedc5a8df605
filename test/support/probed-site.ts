import type { Cleaned } from "#test/clean-up";
import { type Installation, embedded, patienceMs, startInstallation } from "#test/processes";
import { type RemotePart, startRemoteProbe } from "#test/remote-part";
import { until } from "#test/until";

/** An installation with one site of loopback addresses, which a remote probe scans for one port. */
export interface ProbedSite {
  readonly vedette: Installation;
  readonly probe: RemotePart;
  /** Begins the scan without waiting for it. */
  runScan(): Promise<void>;
  /** What the command line says of the latest run. */
  latestRun(): Promise<LatestRun>;
  /** Waits until the latest run is in this state. */
  reaches(state: LatestRun["state"]): Promise<LatestRun>;
  /** What the running server tells of itself. */
  metrics(): Promise<string>;
  /** Hosts that the running server has recorded since it started. */
  recorded(): Promise<number>;
}

/** The fields that journeys look at. */
export interface LatestRun {
  readonly state: "queued" | "running" | "completed" | "failed" | "stopped";
  readonly attempts: number;
  readonly error: string | null;
}

interface Options {
  /** What the probe calls: the server, or a line to it. */
  readonly server?: (vedette: Installation) => Promise<string>;
  /** A range as a scan takes it. */
  readonly targets: string;
  readonly port: number;
  readonly totalPerSec: number;
}

/** Starts it all; everything is stopped and deleted by `cleanUp`. */
export async function startProbedSite(t: Cleaned, options: Options): Promise<ProbedSite> {
  const vedette = await startInstallation(t, embedded.none);
  const token = (await vedette.vedette("probe", "create", "berlin", "--tenant", "default")).trim();
  const server = (await options.server?.(vedette)) ?? vedette.url;
  const probe = await startRemoteProbe(t, { server, token });
  await vedette.apply(`
tenant: default
sites:
  - { name: berlin, subnets: [127.0.0.0/8] }
scans:
  - name: net
    site: berlin
    probe: berlin
    type: ports
    targets: ["${options.targets}"]
    ports: "${options.port}"
    budget: { perHostPerSec: unlimited, totalPerSec: ${options.totalPerSec} }
`);

  const site: ProbedSite = {
    vedette,
    probe,
    async runScan() {
      await vedette.vedette("scan", "run", "net", "--tenant", "default");
    },
    async latestRun() {
      const shown = await vedette.vedette("scan", "show", "net", "--tenant", "default", "--json");
      return (JSON.parse(shown) as { run: LatestRun }).run;
    },
    reaches: (state) =>
      until(
        async () => {
          const run = await site.latestRun();
          return run.state === state ? run : null;
        },
        { what: `the run is ${state}`, timeoutMs: 2 * patienceMs },
      ),
    metrics: async () => (await fetch(`${vedette.url}/metrics`)).text(),
    async recorded() {
      const line = /^vedette_intake_run_messages_total\{outcome="recorded"\} (\d+)$/m.exec(
        await site.metrics(),
      );
      return Number(line?.[1] ?? 0);
    },
  };
  return site;
}
