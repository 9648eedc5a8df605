import Type from "typebox";
import {
  type CheckType,
  HostAspect,
  HttpSettings,
  IcmpSettings,
  SnmpSettings,
  TcpSettings,
  TlsSettings,
} from "#engines/check-types";

const closed = { additionalProperties: false } as const;

const name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: "^\\S(.*\\S)?$",
  description: "one line of text that neither begins nor ends with a space",
});

/** A network or an address; which ones exist, a schema cannot say. */
const network = Type.String({ minLength: 1, maxLength: 100 });

export const planSchema = Type.Object(
  { sensorLimit: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) },
  closed,
);

export const companySchema = Type.Object({ name }, closed);

export const collectorSchema = Type.Object(
  {
    name,
    targets: Type.Optional(
      Type.Object(
        {
          allow: Type.Optional(Type.Array(network, { maxItems: 1000 })),
          deny: Type.Optional(Type.Array(network, { maxItems: 1000 })),
        },
        closed,
      ),
    ),
  },
  closed,
);

export const tenantSchema = name;

const common = {
  name,
  target: Type.String({ minLength: 1, maxLength: 2000 }),
  intervalSec: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
  failuresBeforeDown: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  successesBeforeUp: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  enabled: Type.Optional(Type.Boolean()),
  company: Type.Optional(name),
  collector: Type.Optional(name),
  parent: Type.Optional(name),
  tags: Type.Optional(Type.Array(name, { maxItems: 100 })),
};

/** One sensor of each type, as it stands in the file. */
export const sensorSchemas = {
  icmp: Type.Object(
    { ...common, type: Type.Literal("icmp"), icmp: Type.Optional(IcmpSettings) },
    closed,
  ),
  tcp: Type.Object(
    { ...common, type: Type.Literal("tcp"), tcp: Type.Optional(TcpSettings) },
    closed,
  ),
  tls: Type.Object(
    { ...common, type: Type.Literal("tls"), tls: Type.Optional(TlsSettings) },
    closed,
  ),
  http: Type.Object(
    { ...common, type: Type.Literal("http"), http: Type.Optional(HttpSettings) },
    closed,
  ),
  snmp: Type.Object(
    {
      ...common,
      type: Type.Literal("snmp"),
      snmp: SnmpSettings,
      interfaces: Type.Optional(
        Type.Array(Type.String({ minLength: 1, maxLength: 255 }), { maxItems: 2000 }),
      ),
      host: Type.Optional(Type.Array(HostAspect, { maxItems: 200 })),
    },
    closed,
  ),
} as const satisfies Record<CheckType, Type.TSchema>;
