import type { StartTlsProtocol } from "../starttls/index.ts";

/**
 * For tests: what real servers said until TLS began, the greeting first (empty where the client speaks first), and what
 * they were told. Exim 4.96, Dovecot 2.3.19, vsftpd 3.0.3, slapd 2.5.13, PostgreSQL 15.18.
 */
export const recordedReplies: Readonly<
  Record<StartTlsProtocol, { replies: readonly Buffer[]; told: readonly string[] }>
> = {
  smtp: {
    replies: [
      text("220 vm ESMTP Exim 4.96 Sat, 21 Nov 2026 06:03:44 +0000\r\n"),
      text(
        "250-vm Hello probe.test [127.0.0.1]\r\n250-SIZE 52428800\r\n250-8BITMIME\r\n250-PIPELINING\r\n" +
          "250-PIPECONNECT\r\n250-CHUNKING\r\n250-STARTTLS\r\n250-SMTPUTF8\r\n250 HELP\r\n",
      ),
      text("220 TLS go ahead\r\n"),
    ],
    told: ["EHLO probe.test\r\n", "STARTTLS\r\n"],
  },
  imap: {
    replies: [
      text(
        "* OK [CAPABILITY IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE LITERAL+ STARTTLS AUTH=PLAIN] " +
          "Dovecot (Debian) ready.\r\n",
      ),
      text("v1 OK Begin TLS negotiation now.\r\n"),
    ],
    told: ["v1 STARTTLS\r\n"],
  },
  pop3: {
    replies: [text("+OK Dovecot (Debian) ready.\r\n"), text("+OK Begin TLS negotiation now.\r\n")],
    told: ["STLS\r\n"],
  },
  ftp: {
    replies: [text("220 (vsFTPd 3.0.3)\r\n"), text("234 Proceed with negotiation.\r\n")],
    told: ["AUTH TLS\r\n"],
  },
  ldap: {
    replies: [text(""), Buffer.from("300c02010178070a010004000400", "hex")],
    told: ["0\u001d\u0002\u0001\u0001w\u0018\u0080\u00161.3.6.1.4.1.1466.20037"],
  },
  postgres: {
    replies: [text(""), text("S")],
    told: ["\u0000\u0000\u0000\u0008\u0004\u00d2\u0016\u002f"],
  },
};

function text(said: string): Buffer {
  return Buffer.from(said, "latin1");
}
