/** Many agents in one process, for benches of the server: each enrols, tells its inventory and checks in as a real one. */
import { createHash } from "node:crypto";
import { Agent as HttpAgent, request } from "node:http";
import { gzipSync } from "node:zlib";
import type { PackageFacts } from "#engines/inventory-types";
import { hostFacts, packageFacts } from "#test/agent-fixture";
import type { CheckIn, CheckInReply, InventoryUpdate, JobMessage } from "#wire/agent.v1";

/** One simulated agent. */
export interface FleetAgent {
  readonly number: number;
  readonly id: string;
  readonly credential: string;
  revision: string | null;
}

const connections = new HttpAgent({ keepAlive: true, maxSockets: 5000 });

/** @throws Error for any answer but 200. */
async function post<Reply>(
  url: string,
  message: object,
  credential: string | null,
): Promise<Reply> {
  const body = gzipSync(JSON.stringify(message));
  return new Promise((resolve, reject) => {
    const headers = {
      "content-type": "application/json",
      "content-encoding": "gzip",
      "content-length": body.length,
      ...(credential === null ? {} : { authorization: `Bearer ${credential}` }),
    };
    const call = request(url, { method: "POST", agent: connections, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200) resolve(JSON.parse(text) as Reply);
        else reject(new Error(`${url} answered ${answer.statusCode}: ${text}`));
      });
    });
    call.on("error", reject);
    call.end(body);
  });
}

/** Becomes an agent by a token. */
export async function enrolAgent(url: string, token: string, number: number): Promise<FleetAgent> {
  const message = { token, version: "bench", hostname: `host-${number}` };
  const reply = await post<{ id: string; credential: string }>(
    `${url}/remote/v1/agent/enrol`,
    message,
    null,
  );
  return { number, id: reply.id, credential: reply.credential, revision: null };
}

/** Packages of a Debian host: `count` binary packages of two fifths as many sources. */
export function debianPackages(count: number): PackageFacts[] {
  return Array.from({ length: count }, (_, i) =>
    packageFacts(`package-${i}`, "1.2.3-1+deb12u1", `source-${Math.floor((i * 2) / 5)}`),
  );
}

/** Tells a whole inventory. */
export async function tellInventory(
  url: string,
  agent: FleetAgent,
  packages: readonly PackageFacts[],
): Promise<void> {
  const { number } = agent;
  const address = `10.${100 + Math.floor(number / 62_500)}.${Math.floor(number / 250) % 250}.${1 + (number % 250)}`;
  const host = hostFacts({
    hostname: `host-${number}`,
    fqdn: null,
    interfaces: [{ name: "ens3", mac: null, addresses: [address] }],
    primaryAddress: address,
  });
  const revision = createHash("sha256").update(`${number} ${packages.length}`).digest("hex");
  const update: InventoryUpdate = {
    base: null,
    revision,
    at: Date.now(),
    host,
    listeners: [],
    blindSpots: [],
    packages: [...packages],
    removed: [],
  };
  const path = "/remote/v1/agent/inventory";
  const reply = await post<{ accepted: boolean }>(`${url}${path}`, update, agent.credential);
  if (!reply.accepted) throw new Error(`the inventory of host-${number} was not accepted`);
  agent.revision = revision;
}

/** Checks in once; held by the server up to `waitMs` while there is no news. */
export async function checkIn(
  url: string,
  agent: FleetAgent,
  waitMs: number,
  holding: readonly string[] = [],
): Promise<CheckInReply> {
  const message: CheckIn = {
    version: "bench",
    hostname: `host-${agent.number}`,
    bootedAt: 0,
    privileged: true,
    oscap: "1.3.7",
    inventory: agent.revision,
    audits: holding.map((jobId) => ({ jobId, progress: null })),
    spooled: 0,
    waitMs,
  };
  return post(`${url}/remote/v1/agent/check-in`, message, agent.credential);
}

/** Delivers what an audit came to. */
export async function tellOutcome(
  url: string,
  agent: FleetAgent,
  message: JobMessage,
): Promise<{ recorded: number }> {
  return post(`${url}/remote/v1/agent/results`, { messages: [message] }, agent.credential);
}

/** Does it for all, so many at a time. */
export async function forAll<T, R>(
  all: readonly T[],
  atOnce: number,
  work: (one: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  async function worker(): Promise<void> {
    for (let i = next++; i < all.length; i = next++) results[i] = await work(all[i] as T);
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

/** Ends the connections. */
export function endConnections(): void {
  connections.destroy();
}
