import { ScanSpec, scanTypes } from "#engines/scan-types";
import { nameSchema as name, networksSchema, targetListsSchema } from "#platform/declarations";
import Type from "typebox";

const closed = { additionalProperties: false } as const;

const timezone = Type.Optional(Type.String({ minLength: 1, maxLength: 60 }));

export const siteSchema = Type.Object(
  { name, company: Type.Optional(name), subnets: Type.Optional(networksSchema), timezone },
  closed,
);

export const probeSchema = Type.Object(
  { name, company: Type.Optional(name), targets: Type.Optional(targetListsSchema) },
  closed,
);

const { targets, exclude, connectTimeoutMs } = ScanSpec.properties;
const ports = Type.String({ minLength: 1, maxLength: 5000 });

/** A scan as it stands in the file, but for its `budget`, which `readBudget` reads. */
export const scanSchema = Type.Object(
  {
    name,
    site: name,
    probe: Type.Optional(name),
    type: Type.Enum(scanTypes),
    targets,
    exclude: Type.Optional(exclude),
    ports: Type.Optional(ports),
    udpPorts: Type.Optional(ports),
    schedule: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
    timezone,
    enabled: Type.Optional(Type.Boolean()),
    budget: Type.Optional(Type.Object({})),
    connectTimeoutMs: Type.Optional(connectTimeoutMs),
    includeFragile: Type.Optional(Type.Boolean()),
    nmap: Type.Optional(Type.Boolean()),
  },
  closed,
);
