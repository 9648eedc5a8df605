import { randomInt } from "node:crypto";
import type { HostReport } from "#engines/scan-types";
import { replyText } from "../../reply-text.ts";
import { decodeDnsReply, dnsTypes, encodeDnsQuery, readDnsName } from "../dns-message.ts";
import type { UdpProbe } from "../udp-probe.ts";

const internet = 1;
const everyService = "_services._dns-sd._udp.local"; // RFC 6763 section 9
const maxTypes = 20;

/**
 * Multicast DNS, asked by unicast from a port of our own: then the reply is a plain one, with the question's id (RFC 6762
 * section 6.7). It tells which kinds of services a host offers, and its name.
 */
export const mdnsProbe: UdpProbe = {
  ports: [5353],
  ask(address) {
    const id = randomInt(1, 0x1_0000);
    const questions = [{ name: everyService, type: dnsTypes.ptr, class: internet }];
    if (!address.includes(":")) {
      const reverse = address.split(".").toReversed().join(".");
      questions.push({ name: `${reverse}.in-addr.arpa`, type: dnsTypes.ptr, class: internet });
    }
    return [
      {
        datagram: encodeDnsQuery(id, questions),
        read(reply) {
          const message = decodeDnsReply(reply);
          if (message === null || message.id !== id || message.records.length === 0) return null;
          const types = new Set<string>();
          const names = new Map<string, HostReport["names"][number]>();
          for (const { name, type, start } of message.records) {
            if (type === dnsTypes.ptr) {
              const target = readDnsName(reply, start).name;
              if (name.toLowerCase() === everyService) types.add(serviceType(target));
              else if (target.endsWith(".local")) addName(names, target);
            }
            if (type === dnsTypes.srv) addName(names, readDnsName(reply, start + 6).name);
            if (type === dnsTypes.a) addName(names, name);
          }
          const told = [...types].slice(0, maxTypes);
          return {
            name: "mdns",
            extraInfo: told.length === 0 ? "" : `offers ${told.join(" ")}`,
            names: [...names.values()],
            confidence: 75,
          };
        },
      },
    ];
  },
};

/** `_ipp._tcp` of `_ipp._tcp.local`. */
function serviceType(name: string): string {
  return replyText(name.replace(/\.local$/, ""), 40);
}

function addName(names: Map<string, HostReport["names"][number]>, name: string): void {
  const clean = replyText(name, 255);
  if (clean !== "") names.set(clean, { name: clean, source: "mdns" });
}
