import Type from "typebox";
import { Compile } from "typebox/compile";
import type {
  AppCredential,
  Application,
  Fields,
  PermissionGrant,
  ServicePrincipal,
} from "../tenant.ts";
import { idOf } from "./part.ts";
import { idKey, isFields, nameOf, timeOf } from "./words.ts";

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const text = Type.Optional(nullable(Type.String()));
const Credentials = Type.Optional(
  nullable(
    Type.Array(
      Type.Object({
        displayName: text,
        keyId: text,
        customKeyIdentifier: text,
        startDateTime: Type.String(),
        endDateTime: Type.String(),
      }),
    ),
  ),
);
const application = Compile(
  Type.Object({
    appId: Type.String({ minLength: 1 }),
    displayName: text,
    passwordCredentials: Credentials,
    keyCredentials: Credentials,
  }),
);

/** An application; null: it is not understood, or a time in it is none. */
export function applicationOf(fields: Fields): Application | null {
  const id = idOf(fields);
  if (id === null || !application.Check(fields)) return null;
  const credentials: AppCredential[] = [];
  const seen = new Set<string>();
  for (const [kind, sent] of [
    ["secret", fields.passwordCredentials],
    ["certificate", fields.keyCredentials],
  ] as const) {
    for (const one of sent ?? []) {
      const startsAt = timeOf(one.startDateTime);
      const endsAt = timeOf(one.endDateTime);
      if (startsAt === null || endsAt === null) return null;
      // A certificate is listed once to sign and once to verify: its thumbprint is the same.
      const key = `${kind} ${one.customKeyIdentifier ?? one.keyId ?? ""} ${startsAt} ${endsAt}`;
      if (kind === "certificate" && seen.has(key)) continue;
      seen.add(key);
      const name = nameOf(one.displayName, one.keyId) ?? "without a name";
      credentials.push({ kind, name, startsAt, endsAt });
    }
  }
  return {
    id,
    appId: idKey(fields.appId),
    name: nameOf(fields.displayName) ?? id,
    credentials,
  };
}

const servicePrincipal = Compile(
  Type.Object({
    appId: Type.String({ minLength: 1 }),
    displayName: text,
    accountEnabled: Type.Boolean(),
    appOwnerOrganizationId: text,
  }),
);

/** A service principal; null: it is not understood. */
export function servicePrincipalOf(fields: Fields): ServicePrincipal | null {
  const id = idOf(fields);
  if (id === null || !servicePrincipal.Check(fields)) return null;
  const { appOwnerOrganizationId: owner } = fields;
  return {
    id,
    appId: idKey(fields.appId),
    name: nameOf(fields.displayName) ?? id,
    enabled: fields.accountEnabled,
    ownerTenant: typeof owner === "string" ? idKey(owner) : null,
  };
}

const appRoles = Compile(
  Type.Object({
    appRoles: Type.Array(Type.Object({ id: Type.String(), value: text })),
  }),
);

/** The permissions that Graph has, by their id; null: it did not say. */
export function permissionsOf(sent: unknown): ReadonlyMap<string, string> | null {
  if (!isFields(sent) || !appRoles.Check(sent)) return null;
  return new Map(
    sent.appRoles.flatMap(({ id, value }) =>
      typeof value === "string" && value !== "" ? [[idKey(id), value] as const] : [],
    ),
  );
}

const grant = Compile(
  Type.Object({
    principalId: Type.String({ minLength: 1 }),
    principalDisplayName: text,
    appRoleId: Type.String({ minLength: 1 }),
  }),
);

/** A permission that was given; null: it is not understood. */
export function permissionGrantOf(
  fields: Fields,
  permissions: ReadonlyMap<string, string>,
): PermissionGrant | null {
  const { id } = fields;
  if (typeof id !== "string" || !grant.Check(fields)) return null;
  return {
    id,
    principalId: idKey(fields.principalId),
    principalName: nameOf(fields.principalDisplayName),
    permission: permissions.get(idKey(fields.appRoleId)) ?? null,
  };
}
