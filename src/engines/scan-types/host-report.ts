import Type, { type Static } from "typebox";

/*
 * What a scan found out about one host: facts, no opinion. Every text is what the host said, cut to its length here and
 * with control characters replaced; it is data of a stranger. Absent means not known.
 */

const closed = { additionalProperties: false } as const;
const optional = <T extends Type.TSchema>(schema: T) => Type.Optional(schema);
const text = (maxLength: number) => Type.String({ maxLength });
const port = Type.Integer({ minimum: 0, maximum: 65_535 });
const percent = Type.Integer({ minimum: 0, maximum: 100 });
const time = Type.Integer({ minimum: 0, maximum: 8_640_000_000_000_000 });

export const CertificateFacts = Type.Object(
  {
    subject: text(500),
    issuer: text(500),
    /** Lower case, without the CN: DNS names and addresses. */
    names: Type.Array(text(255), { maxItems: 100 }),
    notBefore: time,
    notAfter: time,
    selfSigned: Type.Boolean(),
    /** `RSA 2048`, `EC P-256`, … */
    key: text(50),
    signature: optional(text(50)),
    fingerprint256: text(100),
  },
  closed,
);
export type CertificateFacts = Static<typeof CertificateFacts>;

export const TlsFacts = Type.Object(
  {
    /** Protocols the service accepts, each one tried: `SSLv3`, `TLSv1`, `TLSv1.1`, `TLSv1.2`, `TLSv1.3`. */
    protocols: Type.Array(text(10), { maxItems: 6 }),
    /**
     * Protocols that could not be tried, so that nothing is concluded about them; `ciphers`: not every weak suite was
     * tried.
     */
    untested: Type.Array(text(10), { maxItems: 6 }),
    /** What a modern client gets. */
    cipher: optional(text(60)),
    /** Weak suites the service accepts, by OpenSSL name: each one tried, one of a kind (NULL, RC4, …). */
    weakCiphers: Type.Array(text(60), { maxItems: 50 }),
    certificate: optional(CertificateFacts),
  },
  closed,
);
export type TlsFacts = Static<typeof TlsFacts>;

export const HttpFacts = Type.Object(
  {
    status: Type.Integer({ minimum: 0, maximum: 999 }),
    title: optional(text(200)),
    server: optional(text(200)),
    location: optional(text(500)),
    /** Names in lower case of the headers of the first reply, with their values for those that matter to security. */
    headers: Type.Record(Type.String({ maxLength: 100 }), text(300), { maxProperties: 60 }),
    /** Schemes of `WWW-Authenticate` in lower case: `basic`, `digest`, … */
    authSchemes: Type.Array(text(30), { maxItems: 10 }),
  },
  closed,
);
export type HttpFacts = Static<typeof HttpFacts>;

/** What a service was seen to do that a check may mind. Each one was really tried or really read. */
export const observations = [
  /** Logged in as `anonymous` (ftp). */
  "anonymous_login",
  /** Answered a question about its data or its inside that should need a login (redis, mongodb, memcached, elasticsearch). */
  "open_access",
  /** Takes passwords over an unencrypted connection and offers no encryption first. */
  "plain_login",
  /** An SNMP agent that answers to the community `public`. */
  "snmp_public",
  "smb1",
  "smb_signing_not_required",
  /** A VNC or similar desktop that needs no password. */
  "no_authentication",
] as const;
export type Observation = (typeof observations)[number];

/** A Linux distribution's package that a banner names. */
export const PackageFacts = Type.Object(
  {
    distribution: Type.Enum(["debian", "ubuntu", "rhel", "alpine", "other"]),
    /** `bookworm`, `12`, … when the banner says it. */
    release: optional(text(30)),
    /** Upstream version and revision as the distribution writes them, epoch unknown: `9.2p1-2+deb12u3`. */
    version: optional(text(100)),
  },
  closed,
);
export type PackageFacts = Static<typeof PackageFacts>;

export const ServiceFacts = Type.Object(
  {
    protocol: Type.Enum(["tcp", "udp"]),
    port,
    /** As IANA or common usage names it: `ssh`, `http`, `smtp`, `ms-wbt-server` is `rdp`. Absent: not recognised. */
    name: optional(text(40)),
    /** TLS from the first byte. */
    tls: optional(TlsFacts),
    /** TLS after a talk in clear, where the service offers that: STARTTLS, STLS, AUTH TLS, PostgreSQL's SSLRequest. */
    startTls: optional(TlsFacts),
    product: optional(text(100)),
    version: optional(text(60)),
    extraInfo: optional(text(300)),
    /** CPE 2.3 formatted strings, the most specific first; version and update are filled in where known. */
    cpes: Type.Array(text(300), { maxItems: 10 }),
    /** The first that the service said, or the reply that identified it. */
    banner: optional(text(1000)),
    /** How the name came about: it answered as such, or only the port number suggests it. */
    method: Type.Enum(["probed", "port"]),
    /** How sure product and version are, per cent (80: its own banner says so). */
    confidence: percent,
    package: optional(PackageFacts),
    http: optional(HttpFacts),
    /** The name that the service gives its host: a mail server's greeting, SMB's or RDP's challenge. */
    hostName: optional(text(255)),
    observations: Type.Array(Type.Enum(observations), { maxItems: 10 }),
    /** Which engine said so; of both, their facts were merged. */
    engine: Type.Enum(["own", "nmap", "both"]),
    /** Identification was cut short (time, budget, reset): what is missing here was not looked at. */
    unsettled: Type.Boolean(),
  },
  closed,
);
export type ServiceFacts = Static<typeof ServiceFacts>;

const nameSources = ["target", "dns", "netbios", "mdns", "snmp", "tls", "smb", "nmap"] as const;

/** Which ports were looked at, and which of them are open. A port in `ports` that is not open is closed or filtered. */
export const PortFacts = Type.Object(
  {
    /** Ranges in ascending order: `21-23,80,443`. */
    ports: text(20_000),
    open: Type.Array(port, { maxItems: 65_536 }),
  },
  closed,
);
export type PortFacts = Static<typeof PortFacts>;

/**
 * `up`: scanned to the end. `down`: no answer of any kind. `skipped`: left alone, for the reason given. `dropped`: it was
 * up and stopped answering, or its time ran out; what was found until then is told, and proves nothing about the rest.
 */
const hostOutcomes = ["up", "down", "skipped", "dropped"] as const;
export type HostOutcome = (typeof hostOutcomes)[number];

export const HostReport = Type.Object(
  {
    /** IPv4 or IPv6, canonical. */
    address: text(50),
    outcome: Type.Enum(hostOutcomes),
    /** A sentence; with `skipped` and `dropped`. */
    reason: optional(text(300)),
    startedAt: time,
    finishedAt: time,
    /** What showed that it is up: `arp`, `icmp`, `tcp/443`, … */
    upBy: optional(text(30)),
    names: Type.Array(Type.Object({ name: text(255), source: Type.Enum(nameSources) }, closed), {
      maxItems: 50,
    }),
    /** Lower case with colons. */
    mac: optional(Type.String({ pattern: "^[0-9a-f]{2}(:[0-9a-f]{2}){5}$" })),
    vendor: optional(text(100)),
    os: optional(
      Type.Object(
        {
          /** `Debian GNU/Linux 12`, `Windows Server 2022`, `Cisco IOS` … */
          name: text(200),
          family: optional(Type.Enum(["linux", "windows", "macos", "bsd", "network", "other"])),
          cpe: optional(text(300)),
          confidence: percent,
        },
        closed,
      ),
    ),
    device: optional(
      Type.Object(
        {
          /** `server`, `workstation`, `router`, `switch`, `firewall`, `printer`, `camera`, `phone`, `storage`, `hypervisor`, `industrial`, `iot` … */
          type: text(40),
          confidence: percent,
          /** What speaks for it, in words. */
          evidence: Type.Array(text(200), { maxItems: 20 }),
        },
        closed,
      ),
    ),
    tcp: optional(PortFacts),
    udp: optional(PortFacts),
    /** Open ports; of a full scan with what runs there. */
    services: Type.Array(ServiceFacts, { maxItems: 5000 }),
  },
  closed,
);
export type HostReport = Static<typeof HostReport>;
