import Type, { type Static } from "typebox";
import { Compile } from "typebox/compile";
import type { AccessPolicy, Fields, PolicyGrant, PolicyUsers } from "../tenant.ts";
import { idOf } from "./part.ts";
import { idKey, isFields, nameOf } from "./words.ts";

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const texts = Type.Optional(nullable(Type.Array(Type.String())));
const anything = Type.Optional(Type.Unknown());

/** conditionalAccessPolicy of Graph v1.0: what may be left out, and what must be there to conclude anything. */
const Shape = Type.Object({
  displayName: Type.Optional(nullable(Type.String())),
  state: Type.Enum(["enabled", "disabled", "enabledForReportingButNotEnforced"]),
  conditions: Type.Object({
    clientAppTypes: Type.Array(Type.String()),
    applications: nullable(
      Type.Object({
        includeApplications: texts,
        excludeApplications: texts,
        includeUserActions: texts,
        includeAuthenticationContextClassReferences: texts,
        applicationFilter: anything,
      }),
    ),
    users: nullable(
      Type.Object({
        includeUsers: texts,
        excludeUsers: texts,
        includeGroups: texts,
        excludeGroups: texts,
        includeRoles: texts,
        excludeRoles: texts,
        includeGuestsOrExternalUsers: anything,
        excludeGuestsOrExternalUsers: anything,
      }),
    ),
    userRiskLevels: texts,
    signInRiskLevels: texts,
    authenticationFlows: Type.Optional(
      nullable(Type.Object({ transferMethods: Type.Optional(nullable(Type.String())) })),
    ),
    clientApplications: anything,
    platforms: Type.Optional(
      nullable(Type.Object({ includePlatforms: texts, excludePlatforms: texts })),
    ),
    locations: Type.Optional(
      nullable(Type.Object({ includeLocations: texts, excludeLocations: texts })),
    ),
  }),
  grantControls: Type.Optional(
    nullable(
      Type.Object({
        operator: Type.Optional(nullable(Type.Enum(["AND", "OR"]))),
        builtInControls: texts,
        customAuthenticationFactors: texts,
        termsOfUse: texts,
        authenticationStrength: Type.Optional(
          nullable(
            Type.Object({
              id: Type.String(),
              displayName: Type.Optional(nullable(Type.String())),
              allowedCombinations: texts,
            }),
          ),
        ),
      }),
    ),
  ),
});
type Shape = Static<typeof Shape>;
const shape = Compile(Shape);

/** Conditions that are judged by themselves; any other that is set narrows the policy. */
const judged = new Set([
  "clientAppTypes",
  "applications",
  "users",
  "userRiskLevels",
  "signInRiskLevels",
  "authenticationFlows",
  "clientApplications",
  "platforms",
  "locations",
]);

/** A policy of `identity/conditionalAccess/policies`; null: it is not understood. */
export function accessPolicyOf(fields: Fields): AccessPolicy | null {
  const id = idOf(fields);
  if (id === null || !shape.Check(fields)) return null;
  const { conditions } = fields;
  const { applications } = conditions;
  return {
    id,
    name: nameOf(fields.displayName) ?? id,
    state: fields.state,
    users: usersOf(conditions),
    includeApps: listed(applications?.includeApplications),
    excludeApps: listed(applications?.excludeApplications),
    userActions: listed(applications?.includeUserActions),
    authenticationContexts: listed(applications?.includeAuthenticationContextClassReferences),
    clientAppTypes: conditions.clientAppTypes,
    userRiskLevels: listed(conditions.userRiskLevels),
    signInRiskLevels: listed(conditions.signInRiskLevels),
    transferMethods: (conditions.authenticationFlows?.transferMethods ?? "")
      .split(",")
      .map((method) => method.trim())
      .filter((method) => method !== "" && method !== "none"),
    narrowedBy: narrowedBy(conditions),
    grant: grantOf(fields.grantControls),
  };
}

function usersOf({ users, clientApplications }: Shape["conditions"]): PolicyUsers | null {
  if (users === null || !isUnset(clientApplications)) return null;
  const guests = "GuestsOrExternalUsers";
  const includeUsers = listed(users.includeUsers);
  const excludeUsers = listed(users.excludeUsers);
  return {
    includeUsers: includeUsers.filter((one) => one !== guests).map(keyUnlessWord),
    excludeUsers: excludeUsers.filter((one) => one !== guests).map(keyUnlessWord),
    includeGroups: listed(users.includeGroups).map(idKey),
    excludeGroups: listed(users.excludeGroups).map(idKey),
    includeRoles: listed(users.includeRoles).map(idKey),
    excludeRoles: listed(users.excludeRoles).map(idKey),
    includesGuests: includeUsers.includes(guests) || !isUnset(users.includeGuestsOrExternalUsers),
    excludesGuests: excludeUsers.includes(guests) || !isUnset(users.excludeGuestsOrExternalUsers),
  };
}

/** `All` and `None` are words, everything else is an id. */
const keyUnlessWord = (one: string) => (one === "All" || one === "None" ? one : idKey(one));

function narrowedBy(conditions: Shape["conditions"]): string[] {
  const { applications, platforms, locations } = conditions;
  const narrows: string[] = [];
  if (!isUnset(applications?.applicationFilter)) narrows.push("it filters applications");
  if (isPart(platforms?.includePlatforms, platforms?.excludePlatforms)) {
    narrows.push("it is only about some platforms of devices");
  }
  if (isPart(locations?.includeLocations, locations?.excludeLocations)) {
    narrows.push("it is only about some places (trusted networks are left out, for example)");
  }
  for (const [name, value] of Object.entries<unknown>(conditions)) {
    if (judged.has(name) || name.includes("@") || isUnset(value)) continue;
    narrows.push(`it has the condition ${nameOf(name) ?? "without a name"}`);
  }
  return narrows;
}

/** Whether lists say less than all. */
function isPart(
  include: readonly string[] | null | undefined,
  exclude: readonly string[] | null | undefined,
) {
  const included = listed(include);
  const isAll = included.length === 0 || included.some((one) => one.toLowerCase() === "all");
  return !isAll || listed(exclude).length > 0;
}

function grantOf(sent: Shape["grantControls"]): PolicyGrant | null {
  if (sent === null || sent === undefined) return null;
  const strength = sent.authenticationStrength ?? null;
  const others = [...listed(sent.customAuthenticationFactors), ...listed(sent.termsOfUse)];
  return {
    all: sent.operator !== "OR",
    controls: [...listed(sent.builtInControls), ...others.map((one) => `other:${one}`)],
    strength:
      strength === null
        ? null
        : {
            id: idKey(strength.id),
            name: nameOf(strength.displayName) ?? strength.id,
            combinations: strength.allowedCombinations ?? null,
          },
  };
}

function listed(list: readonly string[] | null | undefined): readonly string[] {
  return list ?? [];
}

function isUnset(value: unknown): boolean {
  if (value === null || value === undefined || value === "" || value === "none") return true;
  if (Array.isArray(value)) return value.length === 0;
  return isFields(value) && Object.values(value).every(isUnset);
}
