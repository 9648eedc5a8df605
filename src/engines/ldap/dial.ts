import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { DirectoryRefused } from "#engines/directory-types";
import type { LdapServer } from "./ldap-url.ts";
import type { Limits } from "./limits.ts";
import { within } from "./within.ts";

/** What dialling needs from whoever asks for it. */
export interface Dialling {
  readonly signal: AbortSignal;
  /** Why an address must not be touched; null: it may. */
  readonly refuse: (address: string) => string | null;
  readonly limits: Limits;
}

/**
 * Connects to the first address of the server that may be touched and answers. The name is looked up once: what was asked about
 * is what is connected to.
 *
 * @throws DirectoryRefused with every reason; what the signal was aborted with
 */
export async function dial(server: LdapServer, dialling: Dialling): Promise<Socket> {
  const reasons: string[] = [];
  for (const address of await addressesOf(server, dialling)) {
    const refused = dialling.refuse(address);
    if (refused !== null) {
      reasons.push(
        `${whomAt(server, address)} must not be touched: ${refused.replace(/\.$/, "")}; change the targets of the probe, or let another one read the directory.`,
      );
      continue;
    }
    try {
      return await dialAddress(address, server, dialling);
    } catch (error) {
      if (!(error instanceof DirectoryRefused) || dialling.signal.aborted) throw error;
      reasons.push(error.message);
    }
  }
  throw new DirectoryRefused(reasons.join(" "));
}

async function addressesOf(server: LdapServer, dialling: Dialling): Promise<string[]> {
  const { signal, limits } = dialling;
  const sentence = `The name ${server.host} did not resolve within ${limits.connectMs / 1000} s.`;
  const found = lookup(server.host, { all: true }).catch((error: unknown) => {
    throw new DirectoryRefused(
      `The name ${server.host} does not resolve (${codeOf(error)}): check the url, and the name servers of the probe.`,
      { cause: error },
    );
  });
  const addresses = await within(
    { signal, timeoutMs: limits.connectMs, sentence },
    found,
    () => undefined,
  );
  return addresses.map(({ address }) => address);
}

async function dialAddress(
  address: string,
  server: LdapServer,
  { signal, limits }: Dialling,
): Promise<Socket> {
  const where = whomAt(server, address);
  const socket = connect({ host: address, port: server.port, noDelay: true });
  const connected = once(socket, "connect").catch((error: unknown) => {
    throw new DirectoryRefused(
      `${where} does not accept connections (${codeOf(error)}): check the url, and firewalls between the probe and the domain controller.`,
      { cause: error },
    );
  });
  const sentence = `${where} did not accept a connection within ${limits.connectMs / 1000} s.`;
  await within({ signal, timeoutMs: limits.connectMs, sentence }, connected, () => {
    socket.destroy();
  });
  return socket;
}

/** `dc1.acme.test:636 (10.0.0.1)` */
function whomAt({ host, whom }: LdapServer, address: string): string {
  return address === host ? whom : `${whom} (${address})`;
}

/** The system's word for what went wrong: `ECONNREFUSED`. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
