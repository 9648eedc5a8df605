import { BindRequest } from "ldapts";
import { type ActiveDirectorySpec, DirectoryRefused } from "#engines/directory-types";
import { LdapConnection } from "./connection.ts";
import { type Dialling, dial } from "./dial.ts";
import { explainBind } from "./explain-bind.ts";
import { certificateName, type LdapServer, parseLdapUrl } from "./ldap-url.ts";
import { quoteWithout } from "./quote-without.ts";
import { secure } from "./secure.ts";
import { trustedCertificates } from "./trusted-certificates.ts";

/** A line on which the reader is signed in. */
export interface Session {
  readonly connection: LdapConnection;
  /** For words. */
  readonly whom: string;
  /** What the server says, for people. */
  readonly quote: (text: string) => string;
}

type Opening = Dialling & { readonly now: () => number };

/** busy, unavailable: RFC 4511 section 4.1.9. */
const notNow: readonly number[] = [51, 52];

/**
 * Signs in at the first server that answers. The next one is tried when one cannot be reached, is not whom it should be, or has no
 * time; never when one has refused the password.
 *
 * @throws DirectoryRefused with every reason; what the signal was aborted with
 */
export async function openSession(spec: ActiveDirectorySpec, opening: Opening): Promise<Session> {
  const servers = spec.urls.map(parseLdapUrl);
  const trusted = trustedCertificates(spec.ca);
  const quote = quoteWithout(spec.password);
  const reasons: string[] = [];
  for (const server of servers) {
    try {
      const name = certificateName(server, spec.serverName);
      const connection = await connectSecurely(server, name, trusted, opening);
      const reason = await signIn(connection, spec, server.whom, opening);
      if (reason === null) return { connection, whom: server.whom, quote };
      reasons.push(reason);
    } catch (error) {
      if (!(error instanceof DirectoryRefused) || error instanceof SignInRefused) throw error;
      if (opening.signal.aborted) throw error;
      reasons.push(error.message);
    }
  }
  throw new DirectoryRefused(reasons.join(" "));
}

/** No other server is asked after it. */
class SignInRefused extends DirectoryRefused {}

async function connectSecurely(
  server: LdapServer,
  name: string,
  trusted: ReturnType<typeof trustedCertificates>,
  opening: Opening,
): Promise<LdapConnection> {
  const { signal, limits, now } = opening;
  const { whom } = server;
  const timeoutMs = limits.connectMs;
  let socket = await dial(server, opening);
  if (server.security === "starttls") {
    socket = await new LdapConnection(socket, whom, signal, limits).startTls(timeoutMs);
  }
  const mistaken =
    server.security === "ldaps" ? "; a port for StartTLS, as 389, takes ldap://" : "";
  const secured = await secure(socket, { trusted, name, whom, mistaken, timeoutMs, signal, now });
  return new LdapConnection(secured, whom, signal, limits);
}

/** @returns why another server is to be asked; null: it is signed in */
async function signIn(
  connection: LdapConnection,
  login: Pick<ActiveDirectorySpec, "user" | "password">,
  whom: string,
  { limits }: Opening,
): Promise<string | null> {
  const request = new BindRequest({ messageId: 0, dn: login.user, password: login.password });
  const asking = { doing: "the user was signed in", timeoutMs: limits.bindMs };
  const { code, text } = await connection.ask(request, asking);
  if (code === 0) return null;
  connection.close();
  const why = explainBind(login, whom, { code, text });
  if (notNow.includes(code)) return why;
  throw new SignInRefused(why);
}
