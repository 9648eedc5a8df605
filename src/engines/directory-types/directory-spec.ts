import Type, { type Static } from "typebox";
import { Thresholds } from "./thresholds.ts";

const closed = { additionalProperties: false } as const;
const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const guid = Type.String({
  pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
  description: "an id such as 6a0c1ad3-6d3c-4a3c-9f3e-0d3f2f2c9b11",
});

/** A domain of Active Directory, and with whose eyes it is read. Never in clear: `ldap://` means StartTLS. */
export const ActiveDirectorySpec = Type.Object(
  {
    type: Type.Literal("active_directory"),
    /** `ldaps://dc1.acme.test` or `ldap://dc1.acme.test:389`; the first that answers is asked. */
    urls: Type.Array(text(500), { minItems: 1, maxItems: 10 }),
    /** Distinguished name, `reader@acme.test` or `ACME\reader`. */
    user: text(1000),
    password: text(1000),
    /** Certificates in PEM that the server's must come from; null: those that the system trusts. */
    ca: nullable(Type.String({ maxLength: 200_000 })),
    /** The name that the certificate must have; null: that of the URL. */
    serverName: nullable(text(255)),
    /** Null: the domain of the server. */
    baseDn: nullable(text(1000)),
    thresholds: Thresholds,
  },
  closed,
);
export type ActiveDirectorySpec = Static<typeof ActiveDirectorySpec>;

/** A tenant of Entra, read through Microsoft Graph by an application with client credentials. */
export const EntraSpec = Type.Object(
  {
    type: Type.Literal("entra"),
    /** The tenant's id, or one of its domains. */
    tenantId: Type.String({
      pattern: "^[A-Za-z0-9][A-Za-z0-9.-]{0,254}$",
      description: "the tenant's id, or one of its domains",
    }),
    clientId: guid,
    clientSecret: text(1000),
    /** `https://login.microsoftonline.com`, or that of a national cloud. */
    loginUrl: text(500),
    /** `https://graph.microsoft.com`, or that of a national cloud. */
    graphUrl: text(500),
    /** Accounts for emergencies, by object id or user principal name: every policy must leave them out. */
    breakGlass: Type.Array(text(300), { maxItems: 20 }),
    thresholds: Thresholds,
  },
  closed,
);
export type EntraSpec = Static<typeof EntraSpec>;

/** What is to be assessed, with the secret that it takes: never kept on disk, never in a log. */
export const DirectorySpec = Type.Union([ActiveDirectorySpec, EntraSpec]);
export type DirectorySpec = Static<typeof DirectorySpec>;
