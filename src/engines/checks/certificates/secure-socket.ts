import { type OnReadOpts, Socket } from "node:net";
import { connect, type ConnectionOptions, type SecureContext, type TLSSocket } from "node:tls";
import type { TlsFacts } from "#engines/check-types";

/** Whom to shake hands with: an address to connect to, or a socket that is connected already (STARTTLS). */
export interface SecureEndpoint {
  to: { host: string; port: number } | Socket;
  context: SecureContext;
  /** For SNI; `null` when the target is an address. */
  serverName: string | null;
  /** For ALPN, the most wanted first. */
  protocols?: string[];
  /** Where read bytes go: `net.Socket`'s option of this name, in place of `data` events. */
  onread?: OnReadOpts;
}

/**
 * Begins a full handshake: no session is ever offered for resumption. It goes on whatever the certificate; the caller
 * judges `authorizationError` on `secureConnect`. Host names are not compared here.
 */
export function connectSecurely(endpoint: SecureEndpoint): TLSSocket {
  const { to, serverName, protocols, onread } = endpoint;
  const options: ConnectionOptions & { onread?: OnReadOpts; noDelay: boolean } = {
    ...(to instanceof Socket ? { socket: to } : to),
    secureContext: endpoint.context,
    rejectUnauthorized: false,
    checkServerIdentity: () => undefined,
    noDelay: true, // else a request waits for the peer's acknowledgement of our Finished
    ...(serverName === null ? {} : { servername: serverName }),
    ...(protocols === undefined ? {} : { ALPNProtocols: protocols }),
    ...(onread === undefined ? {} : { onread }),
  };
  // Node builds this for `checkServerIdentity` alone, which ignores it here: a fifth of a handshake's CPU time.
  return Object.assign(connect(options), { getPeerCertificate: () => ({}) });
}

/** What a finished handshake agreed on. */
export function tlsFacts(socket: TLSSocket): TlsFacts {
  return { protocol: socket.getProtocol() ?? "unknown", cipher: socket.getCipher().name };
}
