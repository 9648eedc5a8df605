import { matchProduct, type ProductRule } from "../../products/product.ts";
import { headersOf } from "../text-message.ts";
import type { UdpAnswer, UdpProbe } from "../udp-probe.ts";

/** SSDP of UPnP (UPnP Device Architecture 2.0 section 1.3), asked by unicast. */
export const ssdpProbe: UdpProbe = {
  ports: [1900],
  repliesFromAnyPort: true,
  ask(address, port) {
    const host = address.includes(":") ? `[${address}]` : address;
    const request = [
      "M-SEARCH * HTTP/1.1",
      `HOST: ${host}:${port}`,
      'MAN: "ssdp:discover"',
      "MX: 1",
      "ST: upnp:rootdevice",
      "\r\n",
    ];
    return [
      {
        datagram: Buffer.from(request.join("\r\n"), "latin1"),
        read(reply) {
          const message = headersOf(reply);
          if (message === null || !/^HTTP\/1\.[01] 200\b/.test(message.first)) return null;
          if (!message.headers.has("st") && !message.headers.has("usn")) return null;
          const server = message.headers.get("server") ?? "";
          const location = message.headers.get("location");
          return {
            name: "upnp",
            banner: server,
            ...(location === undefined ? {} : { extraInfo: `description at ${location}` }),
            ...recogniseUpnpStack(server),
          };
        },
      },
    ];
  },
};

const products: readonly ProductRule[] = [
  {
    pattern: /MiniUPnPd\/(?<version>\d[\w.]*)/i,
    product: "MiniUPnPd",
    cpe: "miniupnp_project:miniupnpd",
  },
  {
    pattern: /MiniDLNA\/(?<version>\d[\w.]*)/i,
    product: "MiniDLNA",
    cpe: "readymedia_project:readymedia",
  },
  {
    pattern: /Portable SDK for UPnP devices\/(?<version>\d[\w.]*)/i,
    product: "libupnp",
    cpe: "pupnp_project:pupnp",
  },
];

function recogniseUpnpStack(server: string): Omit<UdpAnswer, "name"> {
  const known = matchProduct(products, server);
  return known ?? { confidence: 70, ...(server === "" ? {} : { product: server }) };
}
