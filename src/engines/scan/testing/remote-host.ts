import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { ip } from "#test/own-network";
import { until } from "#test/until";

/** A host at the other end of a cable, in a network namespace of its own. The test must be in one, too. */
export interface RemoteHost {
  /** `ADDRESS PORT BYTES` for each connection that has ended. */
  readonly visits: readonly string[];
  /** Runs `ip` there. */
  ip(words: string): Promise<void>;
  listen(address: string, port: number): Promise<void>;
  /** TCP segments and echo requests that came in so far, as its kernel counts them. */
  received(): number;
  close(): Promise<void>;
}

const fixture = fileURLToPath(new URL("./remote-host.fixture.ts", import.meta.url));
let cables = 0;

/** @param addresses with prefix; the first address is of this end (`10.78.0.1/24`), the others are the host's. */
export async function startRemoteHost(
  here: string,
  addresses: readonly string[],
): Promise<RemoteHost> {
  const child = spawn("unshare", ["-n", process.execPath, fixture], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const visits: string[] = [];
  let answers = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "ready" || line === "done") answers++;
    else visits.push(line);
  });
  await until(() => answers === 1, { what: "the remote host is there", timeoutMs: 10_000 });
  const command = async (line: string): Promise<void> => {
    const before = answers;
    child.stdin.write(`${line}\n`);
    await until(() => answers > before, { what: `the remote host did: ${line}` });
  };
  const name = `cable${cables++}`;
  ip(`link add ${name} type veth peer name far0 netns ${child.pid}`);
  ip(`addr add ${here} dev ${name}`);
  ip(`link set ${name} up`);
  await command("ip link set lo up");
  for (const address of addresses) await command(`ip addr add ${address} dev far0`);
  await command("ip link set far0 up");
  await until(() => ip(`link show ${name}`).includes("state UP"), { what: "the cable is up" });
  return {
    visits,
    ip: (words) => command(`ip ${words}`),
    listen: (address, port) => command(`listen ${address} ${port}`),
    received: () => {
      const text = readFileSync(`/proc/${child.pid}/net/snmp`, "utf8");
      return counter(text, "Tcp", "InSegs") + counter(text, "Icmp", "InEchos");
    },
    async close() {
      child.stdin.end();
      child.kill("SIGTERM");
      await ended;
    },
  };
}

/** proc(5), /proc/net/snmp: a line of names, a line of numbers. */
function counter(text: string, protocol: string, name: string): number {
  const [names, numbers] = text
    .split("\n")
    .filter((line) => line.startsWith(`${protocol}: `))
    .map((line) => line.split(" "));
  return Number(numbers?.[names?.indexOf(name) ?? -1]);
}
