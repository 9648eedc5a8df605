import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createCheckEngines } from "#engines/checks";
import { sleep } from "#lib/sleep";
import { createServerLink } from "#remote/link";
import { type PartOptions, type PartProcess, createLinks } from "#remote/program";
import { openSpool } from "#remote/spool";
import { runCollectorLink } from "./collector-link.ts";
import { EngineSets } from "./engine-sets.ts";
import { createPoller } from "./poller.ts";
import { type ResultBuffer, createResultBuffer } from "./result-buffer.ts";
import { createUplinkWatch } from "./uplink-watch.ts";
import { createWitnesses } from "./witnesses.ts";

const statusEveryMs = 60_000;
/** How often the gateway is met: sooner while it has not answered yet. */
const gatewayEveryMs = 60_000;
const unmetGatewayEveryMs = 5000;
/** With this many checks of 10 s under way, 10,000 sensors that all time out are still checked every 30 s. */
const mostInFlight = 4000;
/** Fewer sensors cannot point to the uplink. */
const sensorsThatAccuse = 3;

/** Begins what one process does for all its collectors: engines, schedule and uplink check are shared. */
export async function startCollectorProcess(options: PartOptions): Promise<PartProcess> {
  const { server, directory, version, clock, log } = options;
  const ended = new AbortController();
  const engineSets = new EngineSets((permit) => createCheckEngines({ permit }));
  const witnesses = createWitnesses({
    server,
    ping: (address, timeoutMs) => ping(engineSets, address, timeoutMs),
    serverAnswers: (timeoutMs) => {
      const link = { server, credential: null, clock, signal: ended.signal };
      return createServerLink(link).answers(timeoutMs);
    },
  });
  const now = () => clock.now();
  const examine = () => witnesses.examine();
  const uplink = createUplinkWatch({ now, examine, log });
  const maxInFlight = await boundByOpenFiles(mostInFlight);
  const monotonic = () => clock.monotonic();
  const poller = createPoller({ now, monotonic, uplink, maxInFlight, log });
  const stores = new Map<
    string,
    { buffer: ResultBuffer; spool: Awaited<ReturnType<typeof openSpool>> }
  >();
  const links = createLinks(ended.signal);

  async function storeOf(id: string) {
    const known = stores.get(id);
    if (known !== undefined) return known;
    const spool = await openSpool({
      directory: join(directory, id, "spool"),
      now: () => (clock.synced ? clock.now() : null),
      log,
    });
    const buffer = createResultBuffer({
      append: (json, items, newestAt) => spool.append(json, items, newestAt),
      onError: (error) => log.error({ err: error, collectorId: id }, "results were lost"),
    });
    const store = { buffer, spool };
    stores.set(id, store);
    return store;
  }

  const status = setInterval(() => {
    const spools = [...stores.values()].map(({ spool }) => spool.status());
    const spooled = spools.reduce((sum, { items }) => sum + items, 0);
    const dropped = spools.reduce((sum, { droppedItems }) => sum + droppedItems, 0);
    log.info({ ...poller.status(), spooled, dropped, collectors: stores.size }, "status");
  }, statusEveryMs);

  async function meetGatewayNowAndThen(): Promise<void> {
    let isMet = false;
    while (!ended.signal.aborted) {
      await sleep(isMet ? gatewayEveryMs : unmetGatewayEveryMs, ended.signal);
      if (poller.status().sensors < sensorsThatAccuse || ended.signal.aborted) continue;
      isMet = await witnesses.meetGateway();
    }
  }
  const meeting = meetGatewayNowAndThen();

  return {
    async begin(identity, fresh, onRefused) {
      const { buffer, spool } = await storeOf(identity.id);
      const shared = { version, clock, poller, engineSets, buffer, spool, log };
      const first = fresh ? "soon" : "inPlace";
      return links.start((signal) =>
        runCollectorLink({ ...shared, identity, first, onRefused }, signal),
      );
    },

    async stop() {
      clearInterval(status);
      poller.stop();
      uplink.settle();
      ended.abort();
      await Promise.all([links.ended(), meeting]);
      await Promise.all([...stores.values()].map(({ buffer }) => buffer.flush()));
      await engineSets.close();
    },
  };
}

async function ping(
  engineSets: EngineSets,
  address: string,
  timeoutMs: number,
): Promise<boolean | null> {
  const { engines, release } = engineSets.take({ allow: [], deny: [] });
  try {
    const spec = { type: "icmp", target: address, icmp: { packets: 1 } } as const;
    const { ok, causeCode } = await engines.check(spec, { timeoutMs });
    return causeCode === "not_permitted" || causeCode === "target_refused" ? null : ok;
  } finally {
    release();
  }
}

/** Most checks hold a socket; a few files stay for everything else. */
async function boundByOpenFiles(most: number): Promise<number> {
  try {
    const limits = await readFile("/proc/self/limits", "utf8");
    const files = /^Max open files\s+(\d+)/m.exec(limits)?.[1];
    return files === undefined ? most : Math.max(10, Math.min(most, Number(files) - 100));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return most;
    throw error;
  }
}
