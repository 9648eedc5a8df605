import { BerWriter } from "../codec/ber-writer.ts";
import { decodeCommunityMessage, encodeCommunityMessage } from "../codec/community-message.ts";
import { identified, type Request, type Security, type Verdict } from "./security.ts";

const writer = new BerWriter();

/** Security of v1 and v2c: the community travels in the clear, and a wrong one is met with silence. */
export function communitySecurity(version: 1 | 2, name: string): Security {
  const community = Buffer.from(name, "utf8");
  const onWire = version === 1 ? 0 : 1;

  return {
    version,
    encode(request: Request, id: number): Buffer {
      return encodeCommunityMessage(writer, {
        version: onWire,
        community,
        pdu: identified(request, id),
      });
    },
    decode(datagram: Buffer): Verdict {
      const message = decodeCommunityMessage(datagram);
      if (message.version !== onWire) {
        return { kind: "ignored", code: "protocol", words: "answers in another version of SNMP" };
      }
      if (message.pdu.type !== "response") {
        const words = `answers a request with a ${message.pdu.type} PDU`;
        return { kind: "ignored", code: "protocol", words };
      }
      return { kind: "answer", pdu: message.pdu };
    },
    encodeProbe: () => null,
    takeProbe: () => undefined,
    retry: () => undefined,
    explainSilence: () => ({
      code: "timeout",
      words: "either it is down, or the community or its access list is wrong",
    }),
  };
}
