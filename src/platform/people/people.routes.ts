import Type from "typebox";
import {
  type ConsoleRoutes,
  consoleCallerOf,
  named,
  nullable,
  refTo,
  tenantItemParams,
  tenantParams,
  time,
  word,
} from "#platform/http";
import { roles } from "#platform/members";
import { changeMember } from "./change-member.ts";
import { listInvitations } from "./invitation.queries.ts";
import { invitePerson } from "./invite-person.ts";
import { makePasswordLink } from "./make-password-link.ts";
import { listPeople } from "./person.queries.ts";
import { removeMember } from "./remove-member.ts";
import { revokeInvitation } from "./revoke-invitation.ts";

const companyIds = nullable(
  Type.Array(Type.String({ format: "uuid" }), {
    maxItems: 10_000,
    description: "A viewer sees only what belongs to these; null: all of the tenant.",
  }),
);

/** Somebody in the tenant. */
export const PersonSchema = named("Person", {
  userId: Type.String(),
  name: Type.String(),
  email: Type.String(),
  role: word(roles),
  companyIds,
  hasSecondFactor: Type.Boolean({ description: "Codes of an app, or a passkey." }),
  lastSeenAt: nullable(time("When the person last used the console; null: signed out.")),
  createdAt: time("When the person came into the tenant."),
});

/** A place that waits for somebody. */
export const InvitationSchema = named("Invitation", {
  id: Type.String({ format: "uuid" }),
  email: Type.String(),
  name: Type.String(),
  role: word(roles),
  companyIds,
  createdAt: time("When it was made."),
  createdBy: Type.String({ description: "Who made it." }),
  expiresAt: time("Until when it can be taken."),
});

const ok = Type.Object({ ok: Type.Boolean() });
const tags = ["Settings"];
const config = { needs: "administer" } as const;

/** Settings → People. */
export function addPeopleRoutes(app: ConsoleRoutes): void {
  addMemberRoutes(app);
  addInvitationRoutes(app);
}

function addMemberRoutes(app: ConsoleRoutes): void {
  app.get(
    "/tenants/:tenantId/people",
    {
      config,
      schema: {
        operationId: "listPeople",
        summary: "Who is in the tenant, and who is invited",
        tags,
        params: tenantParams,
        response: {
          200: Type.Object({
            people: Type.Array(refTo(PersonSchema)),
            invitations: Type.Array(refTo(InvitationSchema)),
          }),
        },
      },
    },
    async (request) => {
      const { database, tenantId, now } = consoleCallerOf(request);
      const db = database.forTenant(tenantId);
      const [people, invitations] = await Promise.all([
        listPeople(db, tenantId),
        listInvitations(db, tenantId, now()),
      ]);
      return { people: people.map(withCompanies), invitations: invitations.map(withCompanies) };
    },
  );

  app.put(
    "/tenants/:tenantId/people/:id",
    {
      config,
      schema: {
        operationId: "changePerson",
        summary: "Give a person another role, or other companies to see",
        tags,
        params: tenantItemParams,
        body: Type.Object({ role: word(roles), companyIds }, { additionalProperties: false }),
        response: { 200: ok },
      },
    },
    async (request) => {
      await changeMember(consoleCallerOf(request), request.params.id, request.body);
      return { ok: true };
    },
  );

  app.delete(
    "/tenants/:tenantId/people/:id",
    {
      config,
      schema: {
        operationId: "removePerson",
        summary: "Take a person out of the tenant, at once",
        tags,
        params: tenantItemParams,
        response: { 200: ok },
      },
    },
    async (request) => {
      await removeMember(consoleCallerOf(request), request.params.id);
      return { ok: true };
    },
  );

  app.post(
    "/tenants/:tenantId/people/:id/password-link",
    {
      config,
      schema: {
        operationId: "makePasswordLink",
        summary: "Make a link with which a person chooses a new password, within a day",
        tags,
        params: tenantItemParams,
        body: Type.Object(
          {
            clearsSecondFactor: Type.Boolean({
              description:
                "For one who has lost the second factor as well: using it takes that away.",
            }),
          },
          { additionalProperties: false },
        ),
        response: {
          201: Type.Object({
            token: Type.String({ description: "For the link /new-password?token=…" }),
          }),
        },
      },
    },
    async (request, reply) => {
      const caller = consoleCallerOf(request);
      const token = await makePasswordLink(caller, request.params.id, request.body);
      return reply.code(201).send({ token });
    },
  );
}

function addInvitationRoutes(app: ConsoleRoutes): void {
  app.post(
    "/tenants/:tenantId/invitations",
    {
      config,
      schema: {
        operationId: "invitePerson",
        summary: "Invite somebody by a link, which is shown this once and works once",
        tags,
        params: tenantParams,
        body: Type.Object(
          {
            email: Type.String({ maxLength: 1000 }),
            name: Type.Optional(Type.String({ maxLength: 1000 })),
            role: word(roles),
            companyIds,
          },
          { additionalProperties: false },
        ),
        response: {
          201: Type.Object({
            id: Type.String({ format: "uuid" }),
            token: Type.String({ description: "For the link /join?token=…" }),
            email: Type.String(),
            expiresAt: time("Until when it can be taken."),
          }),
        },
      },
    },
    async (request, reply) => {
      const { name = "", ...rest } = request.body;
      const invitation = await invitePerson(consoleCallerOf(request), { ...rest, name });
      return reply.code(201).send(invitation);
    },
  );

  app.delete(
    "/tenants/:tenantId/invitations/:id",
    {
      config,
      schema: {
        operationId: "revokeInvitation",
        summary: "Make the link of an invitation worthless",
        tags,
        params: tenantItemParams,
        response: { 200: ok },
      },
    },
    async (request) => {
      await revokeInvitation(consoleCallerOf(request), request.params.id);
      return { ok: true };
    },
  );
}

function withCompanies<T extends { companyIds: readonly string[] | null }>(
  row: T,
): Omit<T, "companyIds"> & { companyIds: string[] | null } {
  return { ...row, companyIds: row.companyIds === null ? null : [...row.companyIds] };
}
