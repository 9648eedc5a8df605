import { randomUUID } from "node:crypto";
import { replyText } from "../../reply-text.ts";
import type { UdpProbe } from "../udp-probe.ts";

const schemas = "http://schemas.xmlsoap.org/ws/2005/04/discovery";
const addressing = "http://schemas.xmlsoap.org/ws/2004/08/addressing";

/** WS-Discovery, which cameras (ONVIF), printers and Windows speak: who is there, and what kind of device. */
export const wsDiscoveryProbe: UdpProbe = {
  ports: [3702],
  ask() {
    const id = `urn:uuid:${randomUUID()}`;
    const probe =
      '<?xml version="1.0" encoding="utf-8"?>' +
      `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:a="${addressing}" xmlns:d="${schemas}">` +
      `<s:Header><a:Action>${schemas}/Probe</a:Action><a:MessageID>${id}</a:MessageID>` +
      "<a:To>urn:schemas-xmlsoap-org:ws:2005:04:discovery</a:To></s:Header>" +
      "<s:Body><d:Probe/></s:Body></s:Envelope>";
    return [
      {
        datagram: Buffer.from(probe),
        read(reply) {
          const text = reply.toString("utf8");
          if (!text.includes(id) || !text.includes("ProbeMatch")) return null;
          const types =
            /<(?:\w{1,20}:)?Types(?:\s[^<>]{0,500})?>([^<]{1,500})</.exec(text)?.[1] ?? "";
          const kinds = replyText(types, 200).replaceAll(/\b\w{1,20}:/g, "");
          return {
            name: "ws-discovery",
            extraInfo: kinds === "" ? "" : `is ${kinds}`,
            confidence: 75,
          };
        },
      },
    ];
  },
};
