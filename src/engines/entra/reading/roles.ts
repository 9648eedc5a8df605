import Type from "typebox";
import { Compile } from "typebox/compile";
import type { Fields, Principal, PrivilegedUser, RoleAssignment, SignIn } from "../tenant.ts";
import { idOf } from "./part.ts";
import { nameOfPrincipal, principalOf } from "./principals.ts";
import { idKey, timeOf } from "./words.ts";

const nullable = <T extends Type.TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const text = Type.Optional(nullable(Type.String()));

/** unifiedRoleAssignment and unified…ScheduleInstance: the latter have an end and a type. */
const assignment = Compile(
  Type.Object({
    roleDefinitionId: Type.String({ minLength: 1 }),
    principalId: Type.String({ minLength: 1 }),
    directoryScopeId: text,
    endDateTime: text,
    assignmentType: text,
    memberType: text,
    principal: Type.Unknown(),
  }),
);

/** A role that somebody has or may have; null: it is not understood, or does not say who. */
export function roleAssignmentOf(fields: Fields): RoleAssignment | null {
  const { id } = fields;
  if (typeof id !== "string" || !assignment.Check(fields)) return null;
  const principalId = idKey(fields.principalId);
  const principal: Principal | null =
    // Whom the assignment names is deleted, or cannot be shown.
    fields.principal === null
      ? { id: principalId, type: "other", name: null }
      : principalOf(fields.principal);
  if (principal === null || principal.id !== principalId) return null;
  const endsAt = timeOf(fields.endDateTime);
  if (typeof fields.endDateTime === "string" && endsAt === null) return null;
  const { assignmentType } = fields;
  return {
    id,
    roleId: idKey(fields.roleDefinitionId),
    principal,
    // Assignments for one application have another scope, and none of the directory.
    scope: fields.directoryScopeId ?? "elsewhere",
    direct: fields.memberType !== "Group" && fields.memberType !== "Inherited",
    activated: assignmentType === "Activated" ? true : assignmentType === "Assigned" ? false : null,
    endsAt,
  };
}

const user = Compile(
  Type.Object({
    accountEnabled: Type.Boolean(),
    onPremisesSyncEnabled: nullable(Type.Boolean()),
    createdDateTime: text,
  }),
);

/** A user by `users/{id}`; null: it is not understood. */
export function privilegedUserOf(fields: Fields): PrivilegedUser | null {
  const id = idOf(fields);
  if (id === null || !user.Check(fields)) return null;
  return {
    id,
    name: nameOfPrincipal(fields) ?? id,
    enabled: fields.accountEnabled,
    // Null is what Graph says of those that were made in the cloud.
    synchronised: fields.onPremisesSyncEnabled === true,
    createdAt: timeOf(fields.createdDateTime),
  };
}

const signIn = Compile(
  Type.Object({
    signInActivity: Type.Optional(
      nullable(
        Type.Object({
          lastSignInDateTime: text,
          lastNonInteractiveSignInDateTime: text,
          lastSuccessfulSignInDateTime: text,
        }),
      ),
    ),
  }),
);

/** `signInActivity` of a user, which is absent when there was none; null: it is not understood. */
export function signInOf(fields: Fields): SignIn | null {
  const id = idOf(fields);
  if (id === null || !signIn.Check(fields)) return null;
  const activity = fields.signInActivity ?? null;
  // Attempts that failed count in the other two, so they are asked only of who has not signed in since Graph keeps the third.
  const successful = timeOf(activity?.lastSuccessfulSignInDateTime);
  const others = [activity?.lastSignInDateTime, activity?.lastNonInteractiveSignInDateTime]
    .map(timeOf)
    .filter((at) => at !== null);
  const lastAt = successful ?? (others.length === 0 ? null : Math.max(...others));
  return { id, lastAt };
}
