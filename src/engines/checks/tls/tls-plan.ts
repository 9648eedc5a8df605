import { isIP } from "node:net";
import type { SecureContext } from "node:tls";
import { domainToASCII } from "node:url";
import type { SpecOf } from "#engines/check-types";
import { formatHostPort, InvalidTarget, parseHost, parseHostPort, withoutZone } from "#lib/ip";
import { type CertificateDemands, secureContext } from "../certificates/index.ts";
import { type Dialogue, startTlsProtocols } from "./starttls/index.ts";

/** A sensor's question, read once and kept as long as its settings. */
export interface TlsPlan {
  host: string;
  port: number;
  /** For SNI; `null` for an address. */
  serverName: string | null;
  demands: CertificateDemands;
  context: SecureContext;
  family: 4 | 6 | undefined;
  /** Begins the talk before the handshake; `null` when there is none. */
  begin: (() => Dialogue) | null;
}

/**
 * Reads target and settings. Without a port the target means the protocol's own (443, or that of `starttls`). Without
 * verification an expired certificate is fine unless `minDaysLeft` is given.
 * @throws InvalidTarget, InvalidCa
 */
export function planTls(spec: SpecOf<"tls">): TlsPlan {
  const { tls } = spec;
  const starttls = tls.starttls === undefined ? null : startTlsProtocols[tls.starttls];
  const { host, port } = parseHostPort(spec.target, starttls?.port ?? 443);
  const verify = tls.verify ?? true;
  const name = certificateName(tls.serverName === undefined ? host : parseHost(tls.serverName));
  return {
    host,
    port,
    serverName: isIP(name) === 0 ? name : null,
    demands: {
      whom: formatHostPort(host, port),
      verifyName: verify ? name : null,
      minDaysLeft: tls.minDaysLeft ?? (verify ? 0 : null),
    },
    context: secureContext(verify, tls.ca),
    family: tls.ipFamily,
    begin: starttls?.begin ?? null,
  };
}

/** A host as certificates and SNI have it: ASCII, no final dot (RFC 6066 section 3), no zone. */
function certificateName(host: string): string {
  const bare = withoutZone(host.replace(/\.$/, ""));
  if (isIP(bare) !== 0) return bare;
  const ascii = domainToASCII(bare);
  if (ascii === "") throw new InvalidTarget(`${JSON.stringify(host)} is not a host name`);
  return ascii;
}
