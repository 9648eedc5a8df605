import Type, { type Static } from "typebox";
import { named, nullable, time, word } from "#platform/http";

const text = (description: string) => nullable(Type.String({ description }));

const CertificateSchema = Type.Object({
  subject: text("Whom it names."),
  issuer: text("Who vouches for it."),
  notAfter: nullable(time("When it expires.")),
  selfSigned: nullable(Type.Boolean()),
});

/** What answers at a port of an asset, as the console shows it. */
export const AssetServiceSchema = named("AssetService", {
  id: Type.String({ description: "`tcp/443`." }),
  protocol: word(["tcp", "udp"]),
  port: Type.Integer(),
  name: text("What it speaks: `ssh`, `http` …"),
  product: text("What it is."),
  version: text("Which one."),
  confidence: Type.Integer({ description: "How sure product and version are, per cent." }),
  asked: Type.Boolean({ description: "It was asked; else only its port says what it may be." }),
  banner: text("What it said first."),
  tlsProtocols: nullable(Type.Array(Type.String(), { description: "All that it accepts." })),
  certificate: nullable(CertificateSchema),
  findings: Type.Integer({ description: "Open or in progress, at this port." }),
  suppressed: Type.Array(
    Type.Object({ cve: Type.String(), source: text("Who excludes it."), reason: text("Why.") }),
    { description: "What some source names and a better one excludes." },
  ),
  firstSeenAt: time("When it first answered."),
  lastSeenAt: time("When it last answered."),
});
export type AssetService = Static<typeof AssetServiceSchema>;
