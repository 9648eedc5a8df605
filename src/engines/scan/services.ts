import type { IdentifyContext } from "#engines/identify";
import type { ServiceFacts } from "#engines/scan-types";
import { createGate } from "#lib/gate";
import { NoLongerAllowed } from "./budget/index.ts";
import { isNeverSentTo } from "./fragile.ts";
import type { Identification } from "./identification.ts";

/** Services of one host that are asked at the same time: more would look like an attack to it. */
const perHostAtOnce = 10;
/** Services of all hosts that are asked at the same time. */
const inAllAtOnce = 400;
/**
 * A host with more open ports answers on every port, whatever is behind it (a tar pit, a firewall that completes
 * handshakes): to ask them all would take hours and tell nothing.
 */
export const mostAsked = 300;
/** HostReport, `services`. */
const mostTold = 5000;

/** The services of one host's open TCP ports, in their order. */
export type AskServices = (
  address: string,
  open: readonly number[],
  io: IdentifyContext,
) => Promise<ServiceFacts[]>;

/** @param tell hears of services that our own code failed on */
export function createServiceAsker(
  { identifyTcp, nameByPort }: Pick<Identification, "identifyTcp" | "nameByPort">,
  tell: (sentence: string) => void,
): AskServices {
  const gate = createGate(inAllAtOnce, Infinity);

  async function ask(address: string, port: number, io: IdentifyContext): Promise<ServiceFacts> {
    if (isNeverSentTo(port) || io.signal.aborted) return unaskedService(port, nameByPort);
    try {
      const facts = await gate.run(() => identifyTcp({ address, port }, io));
      return facts ?? unaskedService(port, nameByPort);
    } catch (error) {
      if (error instanceof NoLongerAllowed) throw error;
      // One stranger's odd answer is not to cost the whole scan; what is not known is told as not known.
      if (!io.signal.aborted) {
        tell(`the service on ${address}, TCP port ${port}, was not identified: ${String(error)}`);
      }
      return unaskedService(port, nameByPort);
    }
  }

  return async (address, open, io) => {
    const told = open.slice(0, mostTold);
    const services: ServiceFacts[] = told.map((port) => unaskedService(port, nameByPort));
    const next = told.slice(0, mostAsked).entries(); // shared: each worker takes the next port
    const worker = async (): Promise<void> => {
      for (const [index, port] of next) services[index] = await ask(address, port, io);
    };
    await Promise.all(Array.from({ length: perHostAtOnce }, worker));
    return services;
  };
}

/** An open port whose service was not asked: what its number suggests, no more. */
export function unaskedService(
  port: number,
  nameByPort: Identification["nameByPort"],
): ServiceFacts {
  const name = nameByPort(port);
  return {
    protocol: "tcp",
    port,
    ...(name === undefined ? {} : { name }),
    cpes: [],
    method: "port",
    confidence: 0,
    observations: [],
    engine: "own",
    unsettled: true,
  };
}
