import { randomBytes } from "node:crypto";
import { matchProduct, type ProductRule } from "../../products/product.ts";
import { headersOf } from "../text-message.ts";
import type { UdpAnswer, UdpProbe } from "../udp-probe.ts";

/** SIP (RFC 3261 section 11): asks what the server can do. */
export const sipProbe: UdpProbe = {
  ports: [5060],
  ask(address, port) {
    const host = address.includes(":") ? `[${address}]` : address;
    const id = randomBytes(8).toString("hex");
    const request = [
      `OPTIONS sip:${host}:${port} SIP/2.0`,
      `Via: SIP/2.0/UDP vedette.invalid;branch=z9hG4bK${id};rport`,
      "Max-Forwards: 70",
      `From: <sip:probe@vedette.invalid>;tag=${id}`,
      `To: <sip:${host}:${port}>`,
      `Call-ID: ${id}@vedette.invalid`,
      "CSeq: 1 OPTIONS",
      "Contact: <sip:probe@vedette.invalid>",
      "Accept: application/sdp",
      "Content-Length: 0",
      "\r\n",
    ];
    return [
      {
        datagram: Buffer.from(request.join("\r\n"), "latin1"),
        read(reply) {
          const message = headersOf(reply);
          if (message === null || !/^SIP\/2\.0 \d{3}\b/.test(message.first)) return null;
          const call = message.headers.get("call-id") ?? message.headers.get("i");
          if (call !== `${id}@vedette.invalid`) return null;
          const software = message.headers.get("server") ?? message.headers.get("user-agent") ?? "";
          return {
            name: "sip",
            banner: software === "" ? message.first : software,
            ...recogniseSipServer(software),
          };
        },
      },
    ];
  },
};

const products: readonly ProductRule[] = [
  { pattern: /^Asterisk PBX (?<version>\d[\w.]*)/, product: "Asterisk", cpe: "digium:asterisk" },
  {
    pattern: /^FPBX-[\d.]+\((?<version>\d[\w.]*)\)/,
    product: "Asterisk",
    cpe: "digium:asterisk",
  },
  { pattern: /^kamailio \((?<version>\d[\w.]*)/i, product: "Kamailio", cpe: "kamailio:kamailio" },
  { pattern: /^OpenSIPS \((?<version>\d[\w.]*)/i, product: "OpenSIPS", cpe: "opensips:opensips" },
  {
    pattern: /^FreeSWITCH-mod_sofia\/(?<version>\d[\w.]*)/,
    product: "FreeSWITCH",
    cpe: "freeswitch:freeswitch",
  },
];

function recogniseSipServer(software: string): Omit<UdpAnswer, "name"> {
  const known = matchProduct(products, software);
  return known ?? { confidence: 70, ...(software === "" ? {} : { product: software }) };
}
