import { randomInt } from "node:crypto";
import type { PackageFacts } from "#engines/scan-types";
import { packageOf } from "../../products/distribution.ts";
import { matchProduct, type ProductRule } from "../../products/product.ts";
import { replyText } from "../../reply-text.ts";
import { decodeDnsReply, dnsTypes, encodeDnsQuery, readDnsText } from "../dns-message.ts";
import type { UdpAnswer, UdpProbe } from "../udp-probe.ts";

const chaos = 3;

/** DNS servers say their version in the class CHAOS, a custom that BIND began (RFC 4892 section 2). */
export const dnsProbe: UdpProbe = {
  ports: [53],
  ask() {
    const id = randomInt(0x1_0000);
    return [
      {
        datagram: encodeDnsQuery(id, [{ name: "version.bind", type: dnsTypes.txt, class: chaos }]),
        read(reply) {
          const message = decodeDnsReply(reply);
          if (message === null || message.id !== id) return null;
          const text = message.records.find(({ type }) => type === dnsTypes.txt);
          const version = text === undefined ? "" : replyText(readDnsText(reply, text), 200);
          return {
            name: "dns",
            ...recogniseDnsServer(version),
            ...(message.recursion ? { extraInfo: "offers recursion" } : {}),
          };
        },
      },
    ];
  },
};

/** What servers answer as they come. Operators may set any text: then nothing is known. */
const products: readonly ProductRule[] = [
  {
    pattern: /^dnsmasq-(?:pi-hole-)?v?(?<version>\d[\w.]*)/,
    product: "dnsmasq",
    cpe: "thekelleys:dnsmasq",
  },
  { pattern: /^unbound (?<version>\d[\w.]*)/i, product: "Unbound", cpe: "nlnetlabs:unbound" },
  {
    pattern: /^(?:NLnet Labs )?NSD (?<version>\d[\w.]*)/,
    product: "NSD",
    cpe: "nlnetlabs:name_server_daemon",
  },
  {
    pattern: /^Knot Resolver,? (?<version>\d[\w.]*)/i,
    product: "Knot Resolver",
    cpe: "nic:knot_resolver",
  },
  { pattern: /^Knot DNS (?<version>\d[\w.]*)/i, product: "Knot DNS", cpe: "nic:knot_dns" },
  { pattern: /^CoreDNS-(?<version>\d[\w.]*)/, product: "CoreDNS", cpe: "coredns.io:coredns" },
  {
    pattern: /^PowerDNS Authoritative Server (?<version>\d[\w.]*)/,
    product: "PowerDNS Authoritative Server",
    cpe: "powerdns:authoritative",
  },
  {
    pattern: /^PowerDNS Recursor (?<version>\d[\w.]*)/,
    product: "PowerDNS Recursor",
    cpe: "powerdns:recursor",
  },
  {
    pattern: /^Microsoft DNS (?<version>\d[\w.]*)/,
    product: "Microsoft DNS",
    cpe: "microsoft:dns_server",
  },
  // BIND says its number alone; behind it, revision and name of a distribution, or a vendor's word.
  {
    pattern: /^(?:BIND )?(?<version>9\.\d+\.\d+)(?<update>-[SP]\d+)?(?:-|$)/,
    product: "ISC BIND",
    cpe: "isc:bind",
  },
];

/** What the text of `version.bind` tells. */
function recogniseDnsServer(text: string): Omit<UdpAnswer, "name"> {
  const product = matchProduct(products, text);
  if (product === null) return { banner: text, confidence: 70 };
  const from = packageIn(text);
  return { ...product, banner: text, ...(from === null ? {} : { package: from }) };
}

/** `9.18.28-1~deb12u2-Debian` is the package's version, and then the distribution. */
function packageIn(text: string): PackageFacts | null {
  const [, upstream, revision, name] =
    /^(9\.\d+\.\d+)-([\w.+~]{1,60})-(Debian|Ubuntu)$/.exec(text) ?? [];
  if (upstream === undefined || revision === undefined) return null;
  return packageOf(name === "Ubuntu" ? "ubuntu" : "debian", upstream, revision);
}
