import { isIP } from "node:net";
import { connect } from "node:tls";
import type { IdentifyContext } from "../identify-context.ts";
import { replyPatience } from "./say-hello.ts";

/**
 * The certificate in DER of a server that speaks TLS 1.3 alone, where it comes encrypted: needs a whole handshake, by
 * OpenSSL. `null` when that does not come about, or the server sends none.
 */
export async function certificateWithin(
  { address, port }: { address: string; port: number },
  io: IdentifyContext,
): Promise<Buffer | null> {
  await io.budget.take(address);
  if (io.signal.aborted) return null;
  const { hostName } = io;
  return new Promise((resolve) => {
    const socket = connect({
      host: address,
      port,
      rejectUnauthorized: false, // whom it names and who signed it is what is to be found out
      checkServerIdentity: () => undefined,
      ciphers: "DEFAULT:@SECLEVEL=0", // keys that are too weak are to be seen, too
      ...(hostName === null || isIP(hostName) !== 0 ? {} : { servername: hostName }),
    });
    const finish = (certificate: Buffer | null) => {
      clearTimeout(timer);
      io.signal.removeEventListener("abort", stop);
      socket.destroy();
      resolve(certificate);
    };
    const stop = () => finish(null);
    const timer = setTimeout(stop, io.connectTimeoutMs * (1 + replyPatience));
    io.signal.addEventListener("abort", stop, { once: true });
    socket.once("secureConnect", () => finish(socket.getPeerX509Certificate()?.raw ?? null));
    socket.on("error", stop);
    socket.once("close", stop);
  });
}
