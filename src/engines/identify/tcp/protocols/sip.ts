import { formatHostPort } from "#lib/ip";
import { latin1 } from "../../bytes.ts";
import { matchProduct, type ProductRule } from "../../products/product.ts";
import type { Protocol } from "../protocol.ts";

const telephones: readonly ProductRule[] = [
  {
    pattern: /Asterisk PBX (?<version>\d+(?:\.\d+)+)/,
    product: "Asterisk",
    cpe: "digium:asterisk",
  },
  {
    pattern: /FPBX-[\d.]+\((?<version>\d+(?:\.\d+)+)\)/,
    product: "Asterisk",
    cpe: "digium:asterisk",
  },
  {
    pattern: /FreeSWITCH[^\d\r\n]{0,20}(?<version>\d+(?:\.\d+)+)?/,
    product: "FreeSWITCH",
    cpe: "freeswitch:freeswitch",
  },
  {
    pattern: /kamailio \((?<version>\d+(?:\.\d+)+)/i,
    product: "Kamailio",
    cpe: "kamailio:kamailio",
  },
  {
    pattern: /OpenSIPS \((?<version>\d+(?:\.\d+)+)/i,
    product: "OpenSIPS",
    cpe: "opensips:opensips",
  },
];

/** RFC 3261: OPTIONS, which rings nowhere. */
export const sip: Protocol = {
  name: "sip",
  nameOverTls: "sips",
  ports: [5060, 5062, 5080],
  tlsPorts: [5061],
  opening: ({ address, port, secure }) => {
    const there = formatHostPort(address, port);
    return [
      `OPTIONS sip:${there} SIP/2.0`,
      `Via: SIP/2.0/${secure ? "TLS" : "TCP"} vedette.invalid;branch=z9hG4bKvedette;rport`,
      "From: <sip:vedette@vedette.invalid>;tag=vedette",
      `To: <sip:${there}>`,
      "Call-ID: vedette@vedette.invalid",
      "CSeq: 1 OPTIONS",
      "Max-Forwards: 70",
      "Content-Length: 0",
      "\r\n",
    ].join("\r\n");
  },
  whole: (bytes) => latin1(bytes).includes("\r\n\r\n"),
  betrays: (bytes) => /^SIP\/2\.0 \d{3}/.test(latin1(bytes.subarray(0, 12))),
  recognise: (bytes) => {
    const text = latin1(bytes.subarray(0, 8192));
    if (!/^SIP\/2\.0 \d{3}/.test(text)) return null;
    const agent = /^(?:Server|User-Agent): *(.{1,200})$/im.exec(text)?.[1];
    if (agent === undefined) return {};
    return { extraInfo: agent, ...matchProduct(telephones, agent) };
  },
};
