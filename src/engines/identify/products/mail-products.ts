import type { ProductRule } from "./product.ts";

/** Mail servers by an SMTP, IMAP or POP3 greeting, or by what they say to ID and CAPA. */
export const mailProducts: readonly ProductRule[] = [
  {
    pattern: /\bExim (?<version>\d+(?:\.\d+)+)(?:_(?<update>RC\d+))?/i,
    product: "Exim",
    cpe: "exim:exim",
  },
  {
    pattern: /\bPostfix(?: \(?(?<version>\d+\.\d+\.\d+)\)?)?/,
    product: "Postfix",
    cpe: "postfix:postfix",
  },
  {
    pattern: /\bSendmail (?:\S+\/)?(?<version>8\.\d+\.\d+)/,
    product: "Sendmail",
    cpe: "sendmail:sendmail",
  },
  { pattern: /\bOpenSMTPD\b/, product: "OpenSMTPD", cpe: "openbsd:opensmtpd" },
  {
    pattern: /Microsoft ESMTP MAIL Service,? Version: (?<version>\d+(?:\.\d+)+)/i,
    product: "Microsoft IIS SMTP Service",
    cpe: "microsoft:internet_information_services",
  },
  {
    pattern: /Microsoft (?:ESMTP MAIL|Exchange)\b/i,
    product: "Microsoft Exchange Server",
    cpe: "microsoft:exchange_server",
  },
  {
    pattern: /\bMDaemon (?:\S+ )?v?(?<version>\d+(?:\.\d+)+)/,
    product: "MDaemon",
    cpe: "mdaemon:mdaemon",
  },
  { pattern: /\bhMailServer\b/, product: "hMailServer", cpe: "hmailserver:hmailserver" },
  {
    pattern: /\bMailEnable\b(?:.{0,60}Version: (?:0-)?(?<version>\d+(?:\.\d+)*))?/,
    product: "MailEnable",
    cpe: "mailenable:mailenable",
  },
  {
    pattern: /\bHaraka(?:\/(?<version>\d+(?:\.\d+)+))?/,
    product: "Haraka",
    cpe: "haraka_project:haraka",
  },
  { pattern: /\bZimbra\b/, product: "Zimbra Collaboration", cpe: "zimbra:collaboration" },
  {
    pattern: /\bDovecot(?: \(?(?:v|version )?(?<version>\d+(?:\.\d+)+))?/i,
    product: "Dovecot",
    cpe: "dovecot:dovecot",
  },
  {
    pattern: /\bCyrus (?:IMAP4?|POP3|IMAP) (?:v)?(?<version>\d+(?:\.\d+)+)/,
    product: "Cyrus IMAP",
    cpe: "cyrus:imap",
  },
  {
    pattern: /\bCourier-(?:IMAP|POP3)\b/i,
    product: "Courier IMAP",
    cpe: "double_precision_incorporated:courier-imap",
  },
  {
    pattern: /\bqpopper (?:\(version )?(?<version>\d+(?:\.\d+)+)/i,
    product: "Qpopper",
    cpe: "qualcomm:qpopper",
  },
  {
    pattern: /\bKerio (?:Connect|MailServer) (?<version>\d+(?:\.\d+)+)/,
    product: "Kerio Connect",
    cpe: "gfi:kerio_connect",
  },
  { pattern: /\bIMail (?<version>\d+(?:\.\d+)+)/, product: "IMail Server", cpe: "ipswitch:imail" },
  { pattern: /\bStalwart\b/i, product: "Stalwart", cpe: "stalw:stalwart" },
];
