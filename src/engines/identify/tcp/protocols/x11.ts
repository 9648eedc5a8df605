import { latin1 } from "../../bytes.ts";
import { cpeOf } from "../../products/product.ts";
import type { Finding, Protocol } from "../protocol.ts";

/** X Window System Protocol 11, connection setup: least significant byte first, without authorisation data. */
export const x11: Protocol = {
  name: "x11",
  ports: Array.from({ length: 10 }, (_, display) => 6000 + display),
  opening: () => Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
  whole: (bytes) => bytes.length >= 8 && bytes.length >= 8 + bytes.readUInt16LE(6) * 4,
  recognise: (bytes) => {
    const [status] = bytes;
    if (bytes.length < 8 || status === undefined || status > 2 || bytes.readUInt16LE(2) !== 11)
      return null;
    if (status !== 1)
      return { extraInfo: "asks for authorisation", banner: latin1(bytes.subarray(8)) };
    return { ...describe(bytes), observations: ["no_authentication"] };
  },
};

/** The setup that it grants names its vendor and release: 12101007 is X.Org's 21.1.7. */
function describe(bytes: Buffer): Finding {
  if (bytes.length < 40) return { extraInfo: "lets strangers in" };
  const release = String(bytes.readUInt32LE(8));
  const vendor = latin1(bytes.subarray(40, 40 + Math.min(200, bytes.readUInt16LE(24))));
  const parts = /^1(\d{2})(\d{2})(\d{3})$/.exec(release);
  const version = parts === null ? undefined : parts.slice(1).map(Number).join(".");
  if (!/X\.Org/.test(vendor)) return { extraInfo: `lets strangers in; ${vendor}` };
  return {
    product: "X.Org X server",
    ...(version === undefined ? {} : { version }),
    cpes: [cpeOf("x.org:x_server", version)],
    confidence: version === undefined ? 70 : 80,
    extraInfo: "lets strangers in",
    banner: `${vendor} ${release}`,
  };
}
