import { latin1 } from "../../bytes.ts";
import type { Finding, Protocol, Talk } from "../protocol.ts";

const protocolVersion = /^RFB (\d{3})\.(\d{3})\n/;

/** Security types (RFC 6143 section 7.1.2 and IANA's registry). */
const securityTypes: Readonly<Record<number, string>> = {
  1: "None",
  2: "VNC authentication",
  5: "RA2",
  6: "RA2ne",
  16: "Tight",
  18: "TLS",
  19: "VeNCrypt",
  30: "Apple Remote Desktop",
};

/** RFC 6143. */
export const vnc: Protocol = {
  name: "vnc",
  ports: Array.from({ length: 21 }, (_, display) => 5900 + display),
  betrays: (bytes) => protocolVersion.test(latin1(bytes.subarray(0, 12))),
  recognise: (bytes) => {
    const match = protocolVersion.exec(latin1(bytes.subarray(0, 12)));
    if (match === null) return null;
    const [, major = "", minor = ""] = match;
    const protocol = `protocol ${Number(major)}.${Number(minor)}`;
    // Apple's server tells 3.889.
    if (minor !== "889") return { extraInfo: protocol };
    return { product: "Apple Remote Desktop", confidence: 70, extraInfo: protocol };
  },
  examine,
};

async function examine({ line }: Talk, found: Finding): Promise<Finding> {
  const old = found.extraInfo?.endsWith("3.3") === true;
  line.say(old ? "RFB 003.003\n" : "RFB 003.008\n");
  const whole = (bytes: Buffer): boolean => {
    const [count = 0] = bytes;
    // Version 3.3 decides by itself, in four bytes; later ones list what they take.
    return old ? bytes.length >= 4 : count > 0 ? bytes.length >= 1 + count : bytes.length >= 5;
  };
  const { bytes } = await line.hear({ whole });
  if (!whole(bytes)) return { ...found, unsettled: true };
  const types = old ? [bytes.readUInt32BE(0)] : [...bytes.subarray(1, 1 + (bytes[0] ?? 0))];
  const names = types.map((type) => securityTypes[type] ?? `type ${type}`);
  return {
    ...found,
    extraInfo: `${found.extraInfo}; security: ${names.join(", ")}`,
    observations: types.includes(1) ? ["no_authentication"] : [],
  };
}
