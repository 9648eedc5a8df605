import { once } from "node:events";
import { isIP, type Socket } from "node:net";
import { checkServerIdentity, connect, type SecureContext, type TLSSocket } from "node:tls";
import { DirectoryRefused } from "#engines/directory-types";
import { codeOf } from "./dial.ts";
import { explainCertificate } from "./explain-certificate.ts";
import { within } from "./within.ts";

/** Whom TLS is agreed on with. */
export interface SecurityDemands {
  readonly trusted: SecureContext;
  /** What the certificate must be for: a name, or an address. */
  readonly name: string;
  readonly whom: string;
  /** What may be mistaken when the server speaks no TLS, to end the sentence with: `; a port for…`, or nothing. */
  readonly mistaken: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly now: () => number;
}

/**
 * Agrees on TLS over a connection, with a server whose certificate is trusted, in force and for the name.
 *
 * @throws DirectoryRefused, and the connection is closed; what the signal was aborted with
 */
export async function secure(socket: Socket, demands: SecurityDemands): Promise<TLSSocket> {
  const { trusted, name, whom, mistaken, timeoutMs, signal, now } = demands;
  const secured = connect({
    socket,
    secureContext: trusted,
    ...(isIP(name) === 0 ? { servername: name } : {}),
    // It is judged below, where its certificate can still be seen for the words.
    rejectUnauthorized: false,
    checkServerIdentity: (_, certificate) => checkServerIdentity(name, certificate),
  });
  socket.on("error", (error) => secured.destroy(error));
  const agreed = once(secured, "secureConnect").catch((error: unknown) => {
    throw new DirectoryRefused(
      `TLS with ${whom} failed (${reasonOf(error)}): it must offer TLS 1.2 or newer, with a certificate of its own${mistaken}.`,
      { cause: error },
    );
  });
  const sentence = `${whom} did not agree on TLS within ${timeoutMs / 1000} s${mistaken}.`;
  await within({ signal, timeoutMs, sentence }, agreed, () => secured.destroy());
  if (!secured.authorized) {
    const why = explainCertificate(secured, { name, whom, now: now() });
    secured.destroy();
    throw new DirectoryRefused(why);
  }
  return secured;
}

/** OpenSSL's words, or the system's. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && "reason" in error && typeof error.reason === "string") {
    return error.reason;
  }
  return codeOf(error);
}
