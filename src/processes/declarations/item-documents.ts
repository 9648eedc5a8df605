import Type, { type TSchema } from "typebox";
import {
  auditSchema,
  bundleSchema,
  directorySchema,
  probeSchema,
  scanSchema,
  siteSchema,
} from "#exposure/configuration";
import { collectorSchema, sensorSchemas } from "#monitor/configuration";
import { MaintenanceDeclaration } from "#monitor/maintenance";
import { companySchema, isMapping } from "#platform/declarations";
import type { NamedSchema } from "#platform/http";
import type { DeclarationList } from "./list.ts";

/** An item as it stands in a configuration file; what is wrong with it, its reader says. */
export type Item = Readonly<Record<string, unknown>>;

/** What must be there of a new item, and may be left out of one that has it already. */
const secretKeys: ReadonlySet<string> = new Set(["password", "clientSecret"]);

const rate = Type.Union([Type.Number(), Type.Literal("unlimited")]);
const budget = Type.Object({
  perHostPerSec: Type.Optional(rate),
  perSubnetPerSec: Type.Optional(rate),
  totalPerSec: Type.Optional(rate),
});

/**
 * What an item of each list looks like, for the description and its client: as in the file, but that secrets may be left
 * out, that files come as they are, and that none is named by where it is on the server.
 */
export const itemDocuments: Readonly<Record<DeclarationList, NamedSchema>> = {
  companies: documented("CompanyDeclaration", companySchema),
  collectors: documented("CollectorDeclaration", collectorSchema),
  sensors: documented("SensorDeclaration", Type.Union(Object.values(sensorSchemas))),
  maintenance: documented("MaintenanceWindowDeclaration", MaintenanceDeclaration),
  sites: documented("SiteDeclaration", siteSchema),
  probes: documented("ProbeDeclaration", probeSchema),
  scans: documented(
    "ScanDeclaration",
    Type.Object({ ...scanSchema.properties, budget: Type.Optional(budget) }),
  ),
  bundles: documented(
    "BundleDeclaration",
    Type.Object({
      ...bundleSchema.properties,
      file: Type.Optional(
        Type.String({ description: "What the file is called; `data` is what is in it." }),
      ),
      data: Type.Optional(
        Type.String({
          description: "Base64 of the data stream, plain or gzip. Left out: the file stays.",
        }),
      ),
    }),
  ),
  audits: documented("AuditDeclaration", auditSchema),
  directories: documented("DirectoryDeclaration", directorySchema, ["caFile"]),
};

function documented(name: string, schema: TSchema, without: readonly string[] = []): NamedSchema {
  const plain: unknown = JSON.parse(JSON.stringify(schema));
  const shown = withSecretsOptional(plain, without);
  return Object.assign(Type.Unsafe<Item>(isMapping(shown) ? shown : {}), { $id: name });
}

/** Secrets are written and never read; `null` takes one away. */
function withSecretsOptional(schema: unknown, without: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withSecretsOptional(each, without));
  if (!isMapping(schema)) return schema;
  if (schema["secret"] === true) return asSecret(schema);
  // What the pattern of a name asks for is for sentences about mistakes.
  if ("pattern" in schema) return { ...schema, description: undefined };
  const { properties, required } = schema;
  const inner = Object.entries(schema).map(([key, value]) => [
    key,
    withSecretsOptional(value, without),
  ]);
  if (!isMapping(properties)) return Object.fromEntries(inner);
  const isSecret = (key: string) => {
    const property = properties[key];
    return secretKeys.has(key) || (isMapping(property) && property["secret"] === true);
  };
  const kept = Object.entries(properties)
    .filter(([key]) => !without.includes(key))
    .map(([key, value]) => {
      const isBareSecret = isSecret(key) && isMapping(value);
      return [key, isBareSecret ? asSecret(value) : withSecretsOptional(value, without)];
    });
  const needed = Array.isArray(required) ? required.filter((key) => !isSecret(String(key))) : [];
  return {
    ...Object.fromEntries(inner),
    properties: Object.fromEntries(kept),
    required: needed,
  };
}

function asSecret({ secret: _secret, ...schema }: Item): Item {
  return {
    ...schema,
    type: ["string", "null"],
    writeOnly: true,
    description: "Never shown. Left out: it stays; null: it is taken away.",
  };
}
