import type { HostReport, ServiceFacts } from "#engines/scan-types";
import type { IdentifyContext } from "../identify-context.ts";
import { mergeAnswers, unknownService } from "./udp-facts.ts";
import { probesFor } from "./udp-probes.ts";
import { talkUdp } from "./udp-talk.ts";

/** What the UDP ports of a host told. */
export interface UdpFindings {
  /** Ports that answered, ascending. A port that keeps silent may be open, too, and is not told. */
  open: ServiceFacts[];
  /** Ports that answered, that were refused, or whose silence was waited out, ascending; of others nothing is known. */
  looked: readonly number[];
  /** What the host calls itself (NetBIOS, mDNS, SNMP). */
  names: HostReport["names"];
  /** From NetBIOS; lower case with colons. */
  mac?: string;
}

/** Ports of one host that are asked at the same time: each holds a socket or two. */
const maxAtOnce = 64;

/**
 * Asks UDP ports in the protocols that live there; ports that none claims are asked in all of them. Every datagram draws on
 * the budget. Never throws for what a host does.
 */
export async function scanUdp(
  address: string,
  ports: readonly number[],
  io: IdentifyContext,
): Promise<UdpFindings> {
  const open: ServiceFacts[] = [];
  const looked: number[] = [];
  const names = new Map<string, HostReport["names"][number]>();
  let mac: string | undefined;
  const left = new Set(ports).values();

  async function work(): Promise<void> {
    for (const port of left) {
      const outcome = await talkUdp(address, port, probesFor(port), io);
      if (outcome.kind === "unlooked") continue;
      looked.push(port);
      if (outcome.kind === "unknown") open.push(unknownService(port, outcome.reply));
      if (outcome.kind !== "answered") continue;
      open.push(mergeAnswers(port, outcome.answers, outcome.cutShort));
      for (const answer of outcome.answers) {
        for (const each of answer.names ?? []) names.set(`${each.source} ${each.name}`, each);
        mac ??= answer.mac;
      }
    }
  }

  await Promise.all(Array.from({ length: Math.min(maxAtOnce, ports.length) }, work));
  return {
    open: open.toSorted((a, b) => a.port - b.port),
    looked: looked.toSorted((a, b) => a - b),
    names: [...names.values()].slice(0, maxNames),
    ...(mac === undefined ? {} : { mac }),
  };
}

/** What a report holds at most. */
const maxNames = 50;
