import { dnsProbe } from "../../udp/probes/dns.ts";
import type { UdpAnswer } from "../../udp/udp-probe.ts";
import type { Finding, Protocol } from "../protocol.ts";

/** The same question as over UDP, behind its length in two bytes (RFC 1035 section 4.2.2). A connection needs no new id. */
const [question] = dnsProbe.ask("", 53);

export const dns: Protocol = {
  name: "dns",
  ports: [53],
  opening: () => {
    const message = question?.datagram ?? Buffer.alloc(0);
    return Buffer.concat([Buffer.from([message.length >> 8, message.length & 0xff]), message]);
  },
  whole: (bytes) => bytes.length >= 2 && bytes.length >= 2 + bytes.readUInt16BE(0),
  recognise: (bytes) => {
    const answer = readAnswer(bytes.subarray(2));
    if (answer === null) return null;
    const { product, version, extraInfo, cpes, banner, confidence, package: from } = answer;
    const finding: Finding = { confidence };
    if (product !== undefined) finding.product = product;
    if (version !== undefined) finding.version = version;
    if (extraInfo !== undefined) finding.extraInfo = extraInfo;
    if (cpes !== undefined) finding.cpes = cpes;
    if (banner !== undefined) finding.banner = banner;
    if (from !== undefined) finding.package = from;
    return finding;
  },
};

/** By the probe's contract a RangeError means a reply that is cut off: it is none. */
function readAnswer(message: Buffer): UdpAnswer | null {
  try {
    return question?.read(message) ?? null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
