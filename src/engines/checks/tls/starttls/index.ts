import { hostname } from "node:os";
import type { TlsSettings } from "#engines/check-types";
import type { Dialogue } from "./dialogue.ts";
import { createFtpDialogue } from "./ftp.ts";
import { createImapDialogue } from "./imap.ts";
import { createLdapDialogue } from "./ldap.ts";
import { createPop3Dialogue } from "./pop3.ts";
import { createPostgresDialogue } from "./postgres.ts";
import { createSmtpDialogue } from "./smtp.ts";

export type { Dialogue, Step } from "./dialogue.ts";

export type StartTlsProtocol = NonNullable<TlsSettings["starttls"]>;

/** Every protocol with a talk before TLS: how it goes, and its port when the target names none. */
export const startTlsProtocols: Readonly<
  Record<StartTlsProtocol, { port: number; begin: () => Dialogue }>
> = {
  smtp: { port: 25, begin: () => createSmtpDialogue(ehloName(hostname())) },
  imap: { port: 143, begin: createImapDialogue },
  pop3: { port: 110, begin: createPop3Dialogue },
  ftp: { port: 21, begin: createFtpDialogue },
  ldap: { port: 389, begin: createLdapDialogue },
  postgres: { port: 5432, begin: createPostgresDialogue },
};

/** EHLO wants a domain or, for want of one, an address literal (RFC 5321 section 4.1.1.1). */
function ehloName(host: string): string {
  return /^[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*$/.test(host) ? host : "[127.0.0.1]";
}
