import { latin1 } from "../../bytes.ts";
import { matchProduct, type ProductRule } from "../../products/product.ts";
import type { Protocol } from "../protocol.ts";

const chatServers: readonly ProductRule[] = [
  {
    pattern: /UnrealIRCd-?(?<version>\d+(?:\.\d+)+)|Unreal(?=\d)/i,
    product: "UnrealIRCd",
    cpe: "unrealircd:unrealircd",
  },
  { pattern: /InspIRCd-(?<version>\d+(?:\.\d+)*)/i, product: "InspIRCd", cpe: "inspircd:inspircd" },
  { pattern: /ngircd-(?<version>\d+(?:\.\d+)*)/i, product: "ngIRCd", cpe: "ngircd:ngircd" },
  {
    pattern: /solanum-(?<version>\d+(?:\.\d+)*)/i,
    product: "Solanum",
    cpe: "solanum_project:solanum",
  },
  { pattern: /(?:charybdis|hybrid|ratbox)-(?<version>\d+(?:\.\d+)*)/i, product: "ircd" },
];

/** RFC 2812: what a client says to register; the reply 002 or 004 names the software. */
export const irc: Protocol = {
  name: "irc",
  nameOverTls: "ircs",
  ports: [6660, 6661, 6662, 6663, 6664, 6665, 6666, 6667, 6668, 6669],
  tlsPorts: [6697],
  opening: () => "NICK vdt0\r\nUSER vedette 0 * :Vedette\r\n",
  whole: (bytes) =>
    /^:\S{1,100} (?:004|4\d\d) /m.test(latin1(bytes)) || /^ERROR /m.test(latin1(bytes)),
  betrays: (bytes) => /^(?::\S{1,100} )?NOTICE (?:AUTH|\*) :/m.test(latin1(bytes.subarray(0, 512))),
  recognise: (bytes) => {
    const text = latin1(bytes.subarray(0, 8192));
    if (!/^(?::\S{1,100} (?:NOTICE|\d{3}) |NOTICE AUTH |ERROR :|PING :)/m.test(text)) return null;
    const version = /^:\S{1,100} 00[24] .{1,400}$/gm;
    return { ...matchProduct(chatServers, (text.match(version) ?? []).join("\n")) };
  },
};
