import type { Observation, ServiceFacts } from "#engines/scan-types";
import {
  confidenceSeen,
  isIdentified,
  placeOf,
  type WeaknessDescription,
  type WeaknessRule,
} from "./weakness.ts";

/** What was observed, on which services, and what it means there. */
interface ObservationRow extends WeaknessDescription {
  readonly observation: Observation;
  /** Names of services; absent: all that no other row of the same observation names. */
  readonly services?: readonly string[];
  /** What was seen, in words that go on from the service. */
  readonly words: string;
}

const plainLogin = {
  observation: "plain_login",
  class: "credential",
  references: ["CWE-319", "CWE-523"],
} as const;

/** No login is as good as one that everybody knows. */
const openAccess = {
  observation: "open_access",
  class: "credential",
  severity: "CRITICAL",
  references: ["CWE-306"],
} as const;

const rows: readonly ObservationRow[] = [
  {
    ...plainLogin,
    checkId: "telnet.plain_login",
    services: ["telnet"],
    title: "Telnet takes passwords without encryption",
    severity: "HIGH",
    words: "asks for a login without encryption",
    remediation:
      "Turn Telnet off and use SSH; where a device knows nothing else, reach it through a management network only.",
  },
  {
    ...plainLogin,
    checkId: "ftp.plain_login",
    services: ["ftp"],
    title: "FTP takes passwords without encryption",
    severity: "MEDIUM",
    words: "takes logins and refuses AUTH TLS",
    remediation:
      "Use SFTP, or turn TLS on and demand it for logins (`force_local_logins_ssl=YES` in vsftpd, `TLSRequired on` in ProFTPD).",
  },
  {
    ...plainLogin,
    checkId: "pop3.plain_login",
    services: ["pop3"],
    title: "POP3 takes passwords without encryption",
    severity: "MEDIUM",
    words: "takes logins and offers no STLS",
    remediation:
      "Turn TLS on and refuse logins without it (`disable_plaintext_auth = yes` in Dovecot), or offer port 995 only.",
  },
  {
    ...plainLogin,
    checkId: "imap.plain_login",
    services: ["imap"],
    title: "IMAP takes passwords without encryption",
    severity: "MEDIUM",
    words: "takes logins and offers no STARTTLS",
    remediation:
      "Turn TLS on and refuse logins without it (`disable_plaintext_auth = yes` in Dovecot), or offer port 993 only.",
  },
  {
    ...plainLogin,
    checkId: "smtp.plain_login",
    services: ["smtp", "submission"],
    title: "SMTP takes passwords without encryption",
    severity: "MEDIUM",
    words: "offers AUTH without encryption and no STARTTLS",
    remediation:
      "Offer AUTH after STARTTLS only (`smtpd_tls_auth_only = yes` in Postfix, `auth_advertise_hosts` in Exim).",
  },
  {
    ...plainLogin,
    checkId: "service.plain_login",
    title: "Service takes passwords without encryption",
    severity: "MEDIUM",
    words: "takes logins without encryption",
    remediation:
      "Turn its encryption on, or put it behind a tunnel: whoever listens reads user and password.",
  },
  {
    observation: "anonymous_login",
    checkId: "ftp.anonymous_login",
    services: ["ftp", "ftps"],
    title: "FTP lets anybody in",
    severity: "MEDIUM",
    class: "configuration",
    words: "accepted the user `anonymous`",
    remediation:
      "Turn anonymous access off (`anonymous_enable=NO` in vsftpd), unless these files are meant for everybody; then see that nobody can write.",
    references: ["CWE-287", "CVE-1999-0497"],
  },
  {
    observation: "anonymous_login",
    checkId: "service.anonymous_login",
    title: "Service lets anybody in",
    severity: "MEDIUM",
    class: "configuration",
    words: "accepted an anonymous login",
    remediation: "Turn anonymous access off, unless what it offers is meant for everybody.",
    references: ["CWE-287"],
  },
  {
    ...openAccess,
    checkId: "redis.open_access",
    services: ["redis"],
    title: "Redis answers without a password",
    words: "answered INFO without a password",
    remediation:
      "Set `requirepass` or ACL users, keep `protected-mode yes`, and `bind` it to the addresses of its clients: it can write files of its host.",
  },
  {
    ...openAccess,
    checkId: "mongodb.open_access",
    services: ["mongodb"],
    title: "MongoDB answers without a login",
    words: "listed its databases without a login",
    remediation:
      "Create users, set `security.authorization: enabled`, and `bindIp` to the addresses of its clients.",
  },
  {
    ...openAccess,
    checkId: "memcached.open_access",
    services: ["memcached"],
    title: "Memcached answers everybody",
    severity: "HIGH",
    words: "answered without a login",
    remediation:
      "Let it listen on 127.0.0.1 or a network of its own (`-l`), and turn UDP off (`-U 0`): it also serves to flood others.",
    references: ["CWE-306", "CVE-2018-1000115"],
  },
  {
    ...openAccess,
    checkId: "elasticsearch.open_access",
    services: ["elasticsearch", "opensearch"],
    title: "Elasticsearch answers without a login",
    words: "told of itself without a login",
    remediation:
      "Set `xpack.security.enabled: true`, create users, and let only its clients reach it.",
  },
  {
    ...openAccess,
    checkId: "docker.open_access",
    services: ["docker"],
    title: "Docker's API is open to everybody",
    words: "answered its API without a certificate",
    remediation:
      "Take `-H tcp://` away, or demand client certificates (`--tlsverify`): whoever reaches this API is root on the host.",
  },
  {
    ...openAccess,
    checkId: "kubernetes.open_access",
    services: ["kubernetes", "kubelet"],
    title: "Kubernetes answers strangers",
    words: "answered its API without a login",
    remediation:
      "Set `--anonymous-auth=false` on API server and kubelet, and let only administrators' networks reach it.",
  },
  {
    ...openAccess,
    checkId: "etcd.open_access",
    services: ["etcd"],
    title: "etcd answers without a certificate",
    words: "answered without a client certificate",
    remediation:
      "Set `--client-cert-auth`, and let only the control plane reach it: it holds a cluster's secrets.",
  },
  {
    ...openAccess,
    checkId: "mqtt.open_access",
    services: ["mqtt", "mqtts"],
    title: "MQTT broker lets anybody connect",
    severity: "HIGH",
    words: "accepted a client without a user",
    remediation:
      "Set `allow_anonymous false` and a `password_file` (Mosquitto), and ACLs by topic.",
  },
  {
    ...openAccess,
    checkId: "service.open_access",
    title: "Service answers everybody about its inside",
    severity: "HIGH",
    words: "answered without a login",
    remediation: "Turn its authentication on, and let only its clients reach it.",
  },
  {
    observation: "snmp_public",
    checkId: "snmp.public_community",
    title: "SNMP agent answers to the community `public`",
    severity: "HIGH",
    class: "credential",
    words: "answered to the community `public`",
    remediation:
      "Use SNMPv3 with authPriv; where that cannot be, choose a community that cannot be guessed, read-only, and list who may ask.",
    references: ["CWE-1392", "CVE-1999-0517"],
  },
  {
    observation: "smb1",
    checkId: "smb.version_1",
    title: "SMB 1 is accepted",
    severity: "HIGH",
    class: "configuration",
    words: "agreed on SMB 1",
    remediation:
      "Remove the feature SMB1Protocol (Windows), or set `server min protocol = SMB2_10` (Samba).",
    references: ["CWE-327", "MS17-010"],
  },
  {
    observation: "smb_signing_not_required",
    checkId: "smb.signing_not_required",
    title: "SMB does not require signed messages",
    severity: "MEDIUM",
    class: "configuration",
    words: "does not require signing",
    remediation:
      "Set `RequireSecuritySignature` to true (Windows, by group policy), or `server signing = mandatory` (Samba): otherwise logins can be relayed.",
    references: ["CWE-347"],
  },
  {
    observation: "no_authentication",
    checkId: "vnc.no_authentication",
    services: ["vnc"],
    title: "VNC needs no password",
    severity: "CRITICAL",
    class: "credential",
    words: "offers its desktop without a password",
    remediation: "Set a password or, better, bind it to 127.0.0.1 and reach it through SSH.",
    references: ["CWE-306"],
  },
  {
    observation: "no_authentication",
    checkId: "ipmi.no_authentication",
    services: ["ipmi"],
    title: "Management controller takes sessions without authentication",
    severity: "CRITICAL",
    class: "credential",
    words: "offers sessions without authentication",
    remediation:
      "Turn the authentication type NONE off for every privilege level, and keep the controller on a management network.",
    references: ["CWE-306", "CVE-2013-4784"],
  },
  {
    observation: "no_authentication",
    checkId: "service.no_authentication",
    title: "Service needs no password",
    severity: "CRITICAL",
    class: "credential",
    words: "needs no password",
    remediation: "Turn its authentication on, and let only its users reach it.",
    references: ["CWE-306"],
  },
];

export const observationRules: readonly WeaknessRule[] = rows.map(
  ({ observation, services, words, ...description }) => ({
    ...description,
    find: (service) =>
      service.observations.includes(observation) && isFor(service, observation, services)
        ? `${placeOf(service)} ${words}.`
        : null,
    confidence: () => confidenceSeen,
    looked: isIdentified,
  }),
);

function isFor(
  { name = "" }: ServiceFacts,
  observation: Observation,
  services: readonly string[] | undefined,
): boolean {
  if (services !== undefined) return services.includes(name);
  return !rows.some(
    (row) => row.observation === observation && row.services?.includes(name) === true,
  );
}
