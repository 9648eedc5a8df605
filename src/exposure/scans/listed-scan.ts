import Type, { type Static } from "typebox";
import { scanTypes } from "#engines/scan-types";
import { envelope, named, refTo, time, word } from "#platform/http";

/** A scan as the public API shows it. */
export const ScanSchema = named(
  "Scan",
  {
    id: Type.String({ format: "uuid" }),
    name: Type.String(),
    siteId: Type.String({ format: "uuid", description: "Where it scans." }),
    probeId: Type.String({ format: "uuid", description: "Which probe scans." }),
    scanType: word(scanTypes, {
      description:
        "`discovery`: which hosts are there; `ports`: also which ports are open; `full`: also what runs on them.",
    }),
    schedule: Type.Optional(
      Type.String({
        description: "Five-field cron in `timezone`; missing: it runs only when asked to.",
      }),
    ),
    timezone: Type.String({ description: "IANA name." }),
    targets: Type.Array(Type.String(), {
      description: "Addresses, CIDRs, ranges and host names.",
    }),
    enabled: Type.Boolean({ description: "Whether it runs by its schedule." }),
    lastRunAt: Type.Optional(time("When its last run began that came to its end.")),
    lastAttemptAt: Type.Optional(time("When it was last tried, with whatever result.")),
    nextRunAt: Type.Optional(time("When it is due; missing while it is disabled.")),
    lastError: Type.Optional(
      Type.String({ description: "Why the last attempt failed; missing after a good one." }),
    ),
    createdAt: time("When it was created."),
  },
  { description: "A scan and its schedule." },
);
export type ListedScan = Static<typeof ScanSchema>;

export const ScanListSchema = named("ScanList", {
  count: envelope.count,
  scans: Type.Array(refTo(ScanSchema)),
  limit: envelope.limit,
  offset: envelope.offset,
  hasMore: envelope.hasMore,
  total: envelope.total,
});
