import { ActiveDirectorySpec, EntraSpec, Thresholds } from "#engines/directory-types";
import { ScanSpec, scanTypes } from "#engines/scan-types";
import { nameSchema as name, networksSchema, targetListsSchema } from "#platform/declarations";
import { memoryLimitsMb, timeLimitsSec } from "#exposure/audits";
import Type from "typebox";

const closed = { additionalProperties: false } as const;

/** An audit that names more tags than a host can have is a mistake. */
const mostTags = 50;

const timezone = Type.Optional(Type.String({ minLength: 1, maxLength: 60 }));
const schedule = Type.Optional(Type.String({ minLength: 1, maxLength: 100 }));

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
    schedule,
    timezone,
    enabled: Type.Optional(Type.Boolean()),
    budget: Type.Optional(Type.Object({})),
    connectTimeoutMs: Type.Optional(connectTimeoutMs),
    includeFragile: Type.Optional(Type.Boolean()),
    nmap: Type.Optional(Type.Boolean()),
  },
  closed,
);

/** A bundle: one of `file` and `content`, which `readBundle` sees to. */
export const bundleSchema = Type.Object(
  {
    name,
    file: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
    content: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  },
  closed,
);

const limits = Type.Object(
  {
    timeMinutes: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Math.floor(timeLimitsSec.most / 60) }),
    ),
    memoryMb: Type.Optional(
      Type.Integer({ minimum: memoryLimitsMb.least, maximum: memoryLimitsMb.most }),
    ),
  },
  closed,
);

export const auditSchema = Type.Object(
  {
    name,
    bundle: name,
    profile: Type.String({ minLength: 1, maxLength: 300 }),
    site: Type.Optional(name),
    tags: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: mostTags }),
    ),
    schedule,
    timezone,
    enabled: Type.Optional(Type.Boolean()),
    limits: Type.Optional(limits),
    keepArf: Type.Optional(Type.Boolean()),
  },
  closed,
);

const ofAnyDirectory = {
  name,
  site: Type.Optional(name),
  probe: Type.Optional(name),
  schedule,
  timezone,
  enabled: Type.Optional(Type.Boolean()),
  thresholds: Type.Optional(Type.Partial(Thresholds, closed)),
};
const { urls, user, password } = ActiveDirectorySpec.properties;
const { tenantId, clientId, clientSecret, breakGlass } = EntraSpec.properties;
const url = Type.String({ minLength: 1, maxLength: 500 });

/** A directory: of Active Directory one of `url` and `urls`, and at most one of `ca` and `caFile`, which `readDirectory` sees to. */
export const directorySchema = Type.Union([
  Type.Object(
    {
      ...ofAnyDirectory,
      type: Type.Literal("active_directory"),
      url: Type.Optional(url),
      urls: Type.Optional(urls),
      user,
      password,
      ca: Type.Optional(Type.String({ minLength: 1, maxLength: 200_000 })),
      caFile: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
      serverName: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
      baseDn: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    },
    closed,
  ),
  Type.Object(
    {
      ...ofAnyDirectory,
      type: Type.Literal("entra"),
      tenantId,
      clientId,
      clientSecret,
      loginUrl: Type.Optional(url),
      graphUrl: Type.Optional(url),
      breakGlass: Type.Optional(breakGlass),
    },
    closed,
  ),
]);
