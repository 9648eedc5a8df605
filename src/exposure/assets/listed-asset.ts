import Type, { type Static } from "typebox";
import { envelope, named, refTo, time } from "#platform/http";

const port = Type.Integer({ minimum: 0, maximum: 65_535 });
const optional = Type.Optional;

const ListedServiceSchema = Type.Object({
  protocol: Type.String({ description: "`tcp` or `udp`." }),
  port,
  name: optional(Type.String({ description: "What it speaks: `ssh`, `http` …" })),
  product: optional(Type.String()),
  version: optional(Type.String()),
  tls: optional(
    Type.Object(
      {
        protocols: Type.Array(Type.String(), { description: "All that it accepts." }),
        subject: optional(Type.String({ description: "Of its certificate." })),
        issuer: optional(Type.String()),
        notAfter: optional(time("When its certificate expires.")),
        selfSigned: optional(Type.Boolean()),
      },
      { description: "With TLS from the first byte." },
    ),
  ),
});

const fields = {
  id: Type.String({ format: "uuid" }),
  ip: optional(
    Type.String({ description: "Unique in the tenant; missing once another asset has taken it." }),
  ),
  hostname: optional(Type.String()),
  hostnames: Type.Array(Type.String(), { description: "All names that it is known by." }),
  os: optional(Type.String()),
  deviceType: optional(Type.String({ description: "`server`, `workstation`, `router` …" })),
  vendor: optional(Type.String({ description: "Who made its network card." })),
  openPorts: optional(
    Type.Array(port, { description: "Open TCP ports; missing until they were looked for." }),
  ),
  udpPorts: optional(
    Type.Array(port, { description: "Open UDP ports; missing when none is known." }),
  ),
  services: Type.Array(ListedServiceSchema, { description: "What runs on its ports." }),
  macAddress: optional(Type.String()),
  tags: Type.Array(Type.String()),
  riskScore: Type.Number({ description: "0 to 100, one decimal; higher means more risk." }),
  siteId: optional(Type.String({ format: "uuid" })),
  probeId: optional(Type.String({ format: "uuid", description: "Which probe found it." })),
  companyId: optional(Type.String({ format: "uuid" })),
  agentInstalled: Type.Boolean(),
  agentVersion: optional(Type.String()),
  agentLastSeenAt: optional(time("When its agent last checked in.")),
  firstSeenAt: time("When it was first discovered."),
  lastSeenAt: time("When it was last discovered."),
  lastScannedAt: optional(time("When its last full scan ended.")),
};

/** An asset as the public API shows it. */
export const AssetSchema = named("Asset", fields, {
  description: "A host. What is not known of it is left out.",
});
export type ListedAsset = Static<typeof AssetSchema>;

export const AssetListSchema = named("AssetList", {
  count: envelope.count,
  assets: Type.Array(refTo(AssetSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});

const AgentOnHostSchema = Type.Object(
  {
    name: Type.String(),
    inventoryAt: time("When the inventory was taken that this is from."),
    kernel: Type.String({ description: "Release of the running kernel." }),
    architecture: Type.String(),
    bootedAt: time("When the kernel started."),
    hardware: Type.String({ description: "`physical`, `virtual`, `container` or `unknown`." }),
    hardwareUuid: optional(Type.String()),
    addresses: Type.Array(Type.String(), { description: "All addresses of the host." }),
    listeners: Type.Array(
      Type.Object({
        protocol: Type.String({ description: "`tcp` or `udp`." }),
        address: Type.String(),
        port,
        process: optional(Type.String({ description: "Missing when the agent may not see it." })),
      }),
      { description: "What takes connections or datagrams there, reachable or not." },
    ),
    packagesJudged: optional(
      Type.Integer({ description: "Packages that the feeds could judge; missing until then." }),
    ),
    notJudged: Type.Array(Type.Object({ reason: Type.String(), packages: Type.Integer() }), {
      description: "Packages that nobody could judge: that nothing was found says nothing.",
    }),
    blindSpots: Type.Array(Type.Object({ what: Type.String(), why: Type.String() }), {
      description: "What the agent could not see, and what would help.",
    }),
  },
  { description: "What the agent on the host tells of it. Packages are a list of their own." },
);

/** One asset alone also tells what its score was made of. */
export const AssetDetailSchema = named(
  "AssetDetail",
  {
    ...fields,
    agent: optional(AgentOnHostSchema),
    acceptedRisk: Type.Number({
      description: "How much higher the score would be if accepted findings counted.",
    }),
    riskFactors: optional(
      Type.Object(
        {
          criticality: Type.Number({ description: "From the tag `criticality:…`; 1 without." }),
          factors: Type.Array(
            Type.Object({
              findingId: Type.String({ format: "uuid" }),
              weakness: Type.String(),
              score: Type.Number(),
              exponent: Type.Number(),
            }),
            { description: "The worst findings, the worst first." },
          ),
          rest: Type.Object(
            { count: Type.Integer(), product: Type.Number() },
            { description: "All others together." },
          ),
        },
        {
          description:
            "What `riskScore` was made of: 100 × (1 − rest.product × Π (1 − score / 100)^exponent). Missing until it was worked out.",
        },
      ),
    ),
  },
  { description: "A host, and what its risk score was made of." },
);
export type AssetDetail = Static<typeof AssetDetailSchema>;
