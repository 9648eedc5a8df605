import Type, { type Static } from "typebox";
import { named, nullable, refTo, time, word } from "#platform/http";

const uuid = Type.String({ format: "uuid" });
const count = (description: string) => Type.Integer({ description });

/** An audit as the console's table shows it. */
export const AuditRowSchema = named("AuditRow", {
  id: uuid,
  name: Type.String(),
  bundleId: uuid,
  bundleName: Type.String(),
  profile: Type.String({ description: "Its id, without the prefixes of XCCDF." }),
  siteId: nullable(uuid),
  siteName: nullable(Type.String({ description: "null: hosts of all sites." })),
  tags: Type.Array(Type.String(), { description: "Hosts with one of them; none: with any." }),
  schedule: nullable(Type.String({ description: "Five-field cron; null: only when asked for." })),
  timeZone: Type.String(),
  enabled: Type.Boolean({ description: "False: the schedule rests." }),
  keepArf: Type.Boolean({ description: "The whole result of each run is kept, too." }),
  hosts: count("Hosts that it is for now."),
  waiting: count("Hosts whose agent has not taken it up yet."),
  running: count("Hosts that are being audited."),
  failing: count("Hosts on which it came to nothing the last time."),
  lastRunAt: nullable(time("When it last began.")),
  nextRunAt: nullable(time("When it is due; null: it has no schedule, or rests.")),
  lastError: nullable(Type.String({ description: "Why not every host was audited when due." })),
});
export type AuditRow = Static<typeof AuditRowSchema>;

const Counts = Type.Object({
  satisfied: Type.Integer(),
  failed: Type.Integer(),
  notApplicable: Type.Integer(),
  notCheckable: Type.Integer(),
  unknown: Type.Integer(),
});

const AuditJobRow = Type.Object({
  id: uuid,
  agentName: Type.String({ description: "The host." }),
  agentSeenAt: nullable(time("When its agent was last heard of.")),
  state: word(["queued", "running", "completed", "failed", "stopped"]),
  stopRequested: Type.Boolean(),
  progress: Type.Union(
    [Type.Object({ done: Type.Integer(), total: Type.Integer() }), Type.Null()],
    { description: "Rules; null: not begun, or not told yet." },
  ),
  requestedBy: Type.String(),
  error: nullable(Type.String({ description: "Why it came to nothing, a sentence." })),
  createdAt: time("When it was asked for."),
  startedAt: nullable(time("When its agent took it up.")),
  finishedAt: nullable(time("When it ended.")),
  runId: nullable(uuid),
  counts: Type.Union([Counts, Type.Null()], { description: "Rules; null: it found nothing out." }),
});

/** One audit with how it goes on each host. */
export const AuditPageSchema = named("AuditPage", {
  audit: refTo(AuditRowSchema),
  jobs: Type.Array(AuditJobRow, { description: "The newest on each host that had one, by host." }),
});
export type AuditPage = Static<typeof AuditPageSchema>;
