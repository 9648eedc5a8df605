import Type, { type Static } from "typebox";

const name = Type.String({ minLength: 1, maxLength: 200 });
const names = Type.Array(name, { maxItems: 10_000 });

/** A maintenance window as a configuration file declares it; sensors and companies by name. */
export const MaintenanceDeclaration = Type.Object(
  {
    name,
    /** Once: ISO 8601 with a zone, for example `2026-11-21T22:00:00Z`. */
    startsAt: Type.Optional(Type.String({ maxLength: 40 })),
    endsAt: Type.Optional(Type.String({ maxLength: 40 })),
    /** Recurring: five-field cron in `timezone` (IANA, default UTC), lasting `durationMin` minutes. */
    cron: Type.Optional(Type.String({ maxLength: 100 })),
    timezone: Type.Optional(Type.String({ maxLength: 60 })),
    durationMin: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_080 })),
    sensors: Type.Optional(names),
    tags: Type.Optional(names),
    companies: Type.Optional(names),
  },
  { additionalProperties: false },
);
export type MaintenanceDeclaration = Static<typeof MaintenanceDeclaration>;
