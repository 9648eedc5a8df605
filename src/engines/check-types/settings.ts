/**
 * How each type of check is asked. One schema per type validates the configuration file, the row, the message to the
 * collector and the engine's input. Credentials are marked `secret: true`: the platform seals them at rest.
 */
import Type, { type Static } from "typebox";

const closed = { additionalProperties: false } as const;
const secret = (maxLength: number) => Type.String({ minLength: 1, maxLength, secret: true });
/** A secret that becomes part of a header field: a line break would begin another one. */
const secretFieldValue = (maxLength: number) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: "^[^\\u0000-\\u0008\\u000a-\\u001f\\u007f]*$",
    secret: true,
  });

/** A list of HTTP status codes and ranges: `200-299`, `200,204,301-399`. */
const statusRangesPattern =
  "^[1-5][0-9]{2}(-[1-5][0-9]{2})?( *, *[1-5][0-9]{2}(-[1-5][0-9]{2})?)*$";

export const IcmpSettings = Type.Object(
  {
    /** Echo requests in one check; the sensor fails only when none is answered. */
    packets: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 3 })),
    ipFamily: Type.Optional(Type.Union([Type.Literal(4), Type.Literal(6)])),
  },
  closed,
);

export const TcpSettings = Type.Object(
  {
    /** Text or `/regular expression/` that the peer's first bytes must contain. */
    banner: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    ipFamily: Type.Optional(Type.Union([Type.Literal(4), Type.Literal(6)])),
  },
  closed,
);

export const TlsSettings = Type.Object(
  {
    /** Verify chain and host name. Default true. */
    verify: Type.Optional(Type.Boolean({ default: true })),
    /**
     * Fail when the first certificate of the chain to expire has fewer whole days left. Default 0; without `verify` none,
     * so that then expired certificates pass.
     */
    minDaysLeft: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650 })),
    /** Name (or address) for SNI and verification when it is not the target's host. */
    serverName: Type.Optional(Type.String({ minLength: 1, maxLength: 253 })),
    /** PEM certificates to trust besides the system's. */
    ca: Type.Optional(Type.String({ minLength: 1, maxLength: 100_000 })),
    starttls: Type.Optional(
      Type.Union([
        Type.Literal("smtp"),
        Type.Literal("imap"),
        Type.Literal("pop3"),
        Type.Literal("ftp"),
        Type.Literal("ldap"),
        Type.Literal("postgres"),
      ]),
    ),
    ipFamily: Type.Optional(Type.Union([Type.Literal(4), Type.Literal(6)])),
  },
  closed,
);

export const HttpSettings = Type.Object(
  {
    method: Type.Optional(Type.String({ pattern: "^[A-Z]{1,20}$", default: "GET" })),
    headers: Type.Optional(
      Type.Record(
        Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$" }),
        secretFieldValue(4000),
        { maxProperties: 50 },
      ),
    ),
    body: Type.Optional(Type.String({ maxLength: 100_000 })),
    /** Default `200-299`. */
    expectStatus: Type.Optional(
      Type.String({ pattern: statusRangesPattern, maxLength: 200, default: "200-299" }),
    ),
    /**
     * Text or `/regular expression/flags` that the first 1 MiB of the body must contain. Without a rule on the body the
     * check ends with the headers.
     */
    bodyMatch: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    bodyNotMatch: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    /** `$.a.b[0]`; with `equals` the value must be that, without it must exist. */
    jsonPath: Type.Optional(
      Type.Object(
        {
          path: Type.String({ pattern: "^\\$", maxLength: 500 }),
          equals: Type.Optional(
            Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]),
          ),
        },
        closed,
      ),
    ),
    /** 0 = do not follow: then 301 and the like are judged by `expectStatus`. Default 10. */
    maxRedirects: Type.Optional(Type.Integer({ minimum: 0, maximum: 20, default: 10 })),
    basicAuth: Type.Optional(
      Type.Object({ user: Type.String({ maxLength: 500 }), password: secret(1000) }, closed),
    ),
    bearerToken: Type.Optional(secretFieldValue(8000)),
    /** https only. Default true. */
    verify: Type.Optional(Type.Boolean({ default: true })),
    /** https only; as for tls. */
    minDaysLeft: Type.Optional(Type.Integer({ minimum: 0, maximum: 3650 })),
    ca: Type.Optional(Type.String({ minLength: 1, maxLength: 100_000 })),
    ipFamily: Type.Optional(Type.Union([Type.Literal(4), Type.Literal(6)])),
  },
  closed,
);

export const snmpAuthProtocols = [
  "MD5",
  "SHA",
  "SHA-224",
  "SHA-256",
  "SHA-384",
  "SHA-512",
] as const;
export const snmpPrivProtocols = [
  "DES",
  "AES",
  "AES-192",
  "AES-256",
  "AES-192-C",
  "AES-256-C",
] as const;

export const SnmpSettings = Type.Union([
  Type.Object(
    { version: Type.Union([Type.Literal(1), Type.Literal("2c")]), community: secret(255) },
    closed,
  ),
  Type.Object(
    {
      version: Type.Literal(3),
      user: Type.String({ minLength: 1, maxLength: 255 }),
      level: Type.Optional(Type.Enum(["noAuthNoPriv", "authNoPriv", "authPriv"])),
      authProtocol: Type.Optional(Type.Enum([...snmpAuthProtocols])),
      authPassword: Type.Optional(Type.String({ minLength: 8, maxLength: 255, secret: true })),
      privProtocol: Type.Optional(Type.Enum([...snmpPrivProtocols])),
      privPassword: Type.Optional(Type.String({ minLength: 8, maxLength: 255, secret: true })),
      context: Type.Optional(Type.String({ maxLength: 255 })),
    },
    closed,
  ),
]);

/** `cpu`, `memory`, `uptime`, `storage` (every fixed disk) or `storage:NAME` (one volume). */
export const HostAspect = Type.String({
  pattern: "^(cpu|memory|uptime|storage|storage:.{1,200})$",
});

export type IcmpSettings = Static<typeof IcmpSettings>;
export type TcpSettings = Static<typeof TcpSettings>;
export type TlsSettings = Static<typeof TlsSettings>;
export type HttpSettings = Static<typeof HttpSettings>;
export type SnmpSettings = Static<typeof SnmpSettings>;

const target = Type.String({ minLength: 1, maxLength: 2000 });

/** What to ask: the type, the target as the user wrote it, and that type's settings. */
export const CheckSpec = Type.Union([
  Type.Object({ type: Type.Literal("icmp"), target, icmp: IcmpSettings }, closed),
  Type.Object({ type: Type.Literal("tcp"), target, tcp: TcpSettings }, closed),
  Type.Object({ type: Type.Literal("tls"), target, tls: TlsSettings }, closed),
  Type.Object({ type: Type.Literal("http"), target, http: HttpSettings }, closed),
  Type.Object(
    {
      type: Type.Literal("snmp"),
      target,
      snmp: SnmpSettings,
      interfaces: Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 2000 }),
      host: Type.Array(HostAspect, { maxItems: 200 }),
    },
    closed,
  ),
]);
export type CheckSpec = Static<typeof CheckSpec>;
export type CheckType = CheckSpec["type"];
export type SpecOf<T extends CheckType> = Extract<CheckSpec, { type: T }>;

export const checkTypes = [
  "snmp",
  "icmp",
  "http",
  "tls",
  "tcp",
] as const satisfies readonly CheckType[];
