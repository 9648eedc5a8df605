import Type, { type Static } from "typebox";
import { feedNames } from "#exposure/feeds";
import { FindingRowSchema } from "#exposure/findings";
import { named, nullable, refTo, time, word } from "#platform/http";

const SeverityCountsSchema = Type.Object({
  CRITICAL: Type.Integer(),
  HIGH: Type.Integer(),
  MEDIUM: Type.Integer(),
  LOW: Type.Integer(),
  INFO: Type.Integer(),
});

const Failure = Type.Object({
  kind: word(["scan", "assessment", "audit"]),
  id: Type.String({ format: "uuid", description: "Of the scan, directory or audit." }),
  name: Type.String(),
  at: nullable(time("When it was last tried.")),
  hosts: nullable(Type.Integer({ description: "Of an audit: on how many hosts it failed." })),
  error: Type.String(),
});

const Silent = Type.Object({
  kind: word(["probe", "agent"]),
  id: Type.String({ format: "uuid" }),
  name: Type.String(),
  lastSeenAt: nullable(time("When it was last heard of.")),
});

/** What is exposed, what does not work, and how it went lately. */
export const ExposureOverviewSchema = named("ExposureOverview", {
  findings: Type.Object({
    open: SeverityCountsSchema,
    kev: Type.Integer({ description: "Open ones that CISA knows to be exploited." }),
    worst: Type.Array(refTo(FindingRowSchema), {
      description: "Open ones, at most 8, the riskiest first.",
    }),
  }),
  identity: SeverityCountsSchema,
  failures: Type.Array(Failure, {
    description: "Scans, assessments and audits whose last attempt failed, the newest first.",
  }),
  silent: Type.Array(Silent, {
    description: "Probes that are not heard of, and agents not for a day; at most 20.",
  }),
  silentAgents: Type.Integer({ description: "All agents that were not heard of for a day." }),
  oldFeeds: Type.Array(
    Type.Object({
      name: word(feedNames),
      title: Type.String(),
      ageMs: nullable(Type.Integer({ description: "How old what is known is." })),
      lastError: nullable(Type.String({ description: "Why the last attempt failed." })),
    }),
    {
      description: "Feeds that are older than they should be, or could not be brought up to date.",
    },
  ),
  days: Type.Array(
    Type.Object({
      from: time("When the day began."),
      open: SeverityCountsSchema,
    }),
    {
      description: "The last 30 days, the oldest first: findings that were open at each one's end.",
    },
  ),
  has: Type.Object(
    {
      sites: Type.Boolean(),
      scans: Type.Boolean(),
      agents: Type.Boolean(),
      feeds: Type.Boolean({ description: "Anything is known of vulnerabilities." }),
    },
    { description: "What was done of the first steps." },
  ),
});
export type ExposureOverview = Static<typeof ExposureOverviewSchema>;

export const shownFindings = 8;
export const shownDays = 30;

/** A host may be off for the night. */
export const agentSilentMs = 24 * 3_600_000;
