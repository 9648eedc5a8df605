import { latin1 } from "../../bytes.ts";
import { matchProduct, type ProductRule } from "../../products/product.ts";
import type { Protocol } from "../protocol.ts";
import { finalReply } from "./replies.ts";

const newsProducts: readonly ProductRule[] = [
  { pattern: /\bINN (?<version>\d+(?:\.\d+)+)/, product: "InterNetNews", cpe: "isc:inn" },
  {
    pattern: /\bLeafnode NNTP .{0,40}version (?<version>\d+(?:\.\d+)+)/i,
    product: "Leafnode",
    cpe: "leafnode:leafnode",
  },
];

/** RFC 3977 section 5.1: 200 posting allowed, 201 not, 400 and 502 refused. */
export const nntp: Protocol = {
  name: "nntp",
  nameOverTls: "nntps",
  ports: [119, 433],
  tlsPorts: [563],
  whole: finalReply,
  betrays: (bytes) =>
    /^20[01] .{0,300}\b(?:nntp|news|nnrp|inn)\b/i.test(latin1(bytes.subarray(0, 400))),
  recognise: (bytes) => {
    const greeting = latin1(bytes.subarray(0, 1024));
    return /^(?:20[01]|400|502) /.test(greeting)
      ? { ...matchProduct(newsProducts, greeting) }
      : null;
  },
};
