import { isIP } from "node:net";
import { connect } from "node:tls";
import type { IdentifyContext } from "../identify-context.ts";
import { approachServer, type TlsTarget } from "./approach-server.ts";
import { replyPatience } from "./say-hello.ts";

/**
 * The certificate in DER of a server that speaks TLS 1.3 alone, where it comes encrypted: needs a whole handshake, by
 * OpenSSL. `null` when that does not come about, or the server sends none.
 */
export async function certificateWithin(
  target: TlsTarget,
  io: IdentifyContext,
): Promise<Buffer | null> {
  const plain = await approachServer(target, io);
  if (plain === null) return null;
  const { hostName } = io;
  return new Promise((resolve) => {
    const socket = connect({
      socket: plain,
      rejectUnauthorized: false, // whom it names and who signed it is what is to be found out
      checkServerIdentity: () => undefined,
      ciphers: "DEFAULT:@SECLEVEL=0", // keys that are too weak are to be seen, too
      ...(hostName === null || isIP(hostName) !== 0 ? {} : { servername: hostName }),
    });
    const finish = (certificate: Buffer | null) => {
      clearTimeout(timer);
      io.signal.removeEventListener("abort", stop);
      socket.destroy();
      plain.destroy();
      resolve(certificate);
    };
    const stop = () => finish(null);
    const timer = setTimeout(stop, io.connectTimeoutMs * replyPatience);
    io.signal.addEventListener("abort", stop, { once: true });
    socket.once("secureConnect", () => finish(socket.getPeerX509Certificate()?.raw ?? null));
    socket.on("error", stop);
    socket.once("close", stop);
  });
}
