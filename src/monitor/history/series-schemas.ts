import Type from "typebox";
import { named, nullable, time, word } from "#platform/http";
import { seriesRanges } from "./series.ts";

const numbers = (description: string) => Type.Array(nullable(Type.Number()), { description });

const frame = {
  range: word(seriesRanges),
  fromAt: time("Where the chart begins."),
  toAt: time("Where it ends: now."),
  stepMs: Type.Integer({ description: "Between two points." }),
  at: Type.Array(Type.Integer(), {
    description: "Where each point's step begins. An empty point is a gap: nothing was heard.",
  }),
};

const figure = nullable(Type.Number());

/** Latency and loss of a sensor, column by column, and its outages. */
export const SensorSeriesSchema = named("SensorSeries", {
  ...frame,
  checks: numbers("How many checks there were."),
  failed: numbers("How many of them failed."),
  latencyMin: numbers("Milliseconds."),
  latencyMean: numbers("Milliseconds."),
  latencyMax: numbers("Milliseconds."),
  latencyP50: numbers("Median; 24 hours only."),
  latencyP95: numbers("95th percentile; where a step has several parts, the highest of theirs."),
  latencyP99: numbers("99th percentile; 24 hours only."),
  lossMean: numbers("Percent; icmp only."),
  total: Type.Object(
    {
      checks: Type.Integer(),
      failed: Type.Integer(),
      latencyMin: figure,
      latencyMean: figure,
      latencyMax: figure,
      latencyP50: figure,
      latencyP95: figure,
      latencyP99: figure,
      lossMean: figure,
    },
    { description: "Of the whole range; percentiles of 24 hours only, which are kept one by one." },
  ),
  outages: Type.Array(
    Type.Object({
      id: Type.String({ format: "uuid", description: "The incident's." }),
      fromAt: time("The first failed check."),
      toAt: time("The first good one after it; now, while it is open."),
      isOpen: Type.Boolean(),
      cause: Type.String(),
    }),
  ),
});

/** Traffic of an interface, column by column. */
export const InterfaceSeriesSchema = named("InterfaceSeries", {
  ...frame,
  inMean: numbers("Bits per second."),
  inMax: numbers("Bits per second."),
  inP95: numbers("Bits per second."),
  outMean: numbers("Bits per second."),
  outMax: numbers("Bits per second."),
  outP95: numbers("Bits per second."),
  errorsMean: numbers("Per second, both directions."),
  discardsMean: numbers("Per second, both directions."),
});

/** A host aspect, column by column. */
export const HostSeriesSchema = named("HostSeries", {
  ...frame,
  percentMean: numbers("Percent in use."),
  percentMax: numbers("Percent in use."),
  usedMean: numbers("Bytes; of uptime, seconds."),
});

const UptimeItem = Type.Object({
  range: word(seriesRanges),
  percent: figure,
  countedMs: Type.Integer({ description: "Time that counts: neither unknown nor maintenance." }),
  downMs: Type.Integer(),
  outages: Type.Integer(),
});

/** How available a sensor was over each range. */
export const SensorUptimeSchema = named("SensorUptime", { items: Type.Array(UptimeItem) });

export const historySchemas = [
  SensorSeriesSchema,
  InterfaceSeriesSchema,
  HostSeriesSchema,
  SensorUptimeSchema,
] as const;
