import { lookup } from "node:dns/promises";
import type { UplinkEvidence } from "./uplink.ts";
import { findDefaultGateway, placeOfAddress } from "./default-gateway.ts";

export interface WitnessOptions {
  /** The server's base address. */
  server: string;
  /** Whether the address answers one ICMP echo within the time; `null`: this program may not ask. */
  ping: (address: string, timeoutMs: number) => Promise<boolean | null>;
  /** Whether the server answers within the time. */
  serverAnswers: (timeoutMs: number) => Promise<boolean>;
  findGateway?: () => Promise<string | null>;
}

/** Those who can say whether the uplink works. */
export interface Witnesses {
  /** Asks them all, at once. */
  examine(): Promise<UplinkEvidence>;
  /** Asks the gateway, to learn while all is well that it answers pings at all. Fulfils with whether it does. */
  meetGateway(): Promise<boolean>;
}

const timeoutMs = 2000;

export function createWitnesses(options: WitnessOptions): Witnesses {
  const { ping, serverAnswers, findGateway = findDefaultGateway } = options;
  const host = new URL(options.server).hostname.replace(/^\[|\]$/g, "");
  /** The gateway that answered last. With a cable pulled the route to it is gone as well. */
  let known: string | null = null;
  let behind: UplinkEvidence["server"]["behind"] = "gateway";

  async function askGateway(): Promise<UplinkEvidence["gateway"]> {
    const gateway = (await findGateway()) ?? known;
    if (gateway === null) return "unknown";
    const answers = await ping(gateway, timeoutMs);
    if (answers === true) known = gateway;
    if (answers === true) return "answers";
    return answers === false && known === gateway ? "silent" : "unknown";
  }

  async function askServer(): Promise<UplinkEvidence["server"]> {
    const reachable = await serverAnswers(timeoutMs);
    // Only now the name certainly resolves; what it resolved to before holds while it does not.
    if (reachable || /^[\d.]+$|:/.test(host)) behind = await placeOfHost(host);
    return { reachable, behind };
  }

  return {
    async examine() {
      const [gateway, server] = await Promise.all([askGateway(), askServer()]);
      return { gateway, server };
    },
    async meetGateway() {
      return (await askGateway()) === "answers";
    },
  };
}

async function placeOfHost(host: string): Promise<UplinkEvidence["server"]["behind"]> {
  try {
    return placeOfAddress((await lookup(host)).address);
  } catch (error) {
    // Behind a proxy names need not resolve here: what answers is somewhere else.
    if (error instanceof Error && "code" in error) return "gateway";
    throw error;
  }
}
