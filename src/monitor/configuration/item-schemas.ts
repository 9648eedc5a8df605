import { nameSchema as name, targetListsSchema } from "#platform/declarations";
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

export const collectorSchema = Type.Object(
  { name, targets: Type.Optional(targetListsSchema) },
  closed,
);

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
