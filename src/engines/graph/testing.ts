import type { EntraSpec } from "#engines/directory-types";
import { usualThresholds } from "#engines/directory-types";
import { type GraphReaderOptions, createGraphReader } from "./graph-reader.ts";
import type { GraphReader, GraphRequest } from "./graph-request.ts";

/** The tenant of the tests, and the application that reads it. */
export const tenantId = "11111111-2222-4333-8444-555555555555";
export const clientId = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee";
export const clientSecret = "s3cret~value/with+odd=characters&more";

/** The specification of a server that is both, login and Graph. */
export function specOf(url: string, changes: Partial<EntraSpec> = {}): EntraSpec {
  return {
    type: "entra",
    tenantId,
    clientId,
    clientSecret,
    loginUrl: url,
    graphUrl: url,
    breakGlass: [],
    thresholds: usualThresholds,
    ...changes,
  };
}

/** A reader whose clock goes on only while it waits. */
export interface TimedReader {
  readonly reader: GraphReader;
  /** How long it waited, each time, in milliseconds. */
  readonly waits: number[];
  /** What it was told that is being read, with the number of objects so far. */
  readonly progress: [string, number][];
  /** Lets the clock of the reader go on. */
  pass(ms: number): void;
}

/** Makes one for the server at an address. */
export function timedReader(
  spec: EntraSpec,
  options: Partial<GraphReaderOptions> = {},
): TimedReader {
  let now = Date.UTC(2026, 10, 21, 10);
  const waits: number[] = [];
  const progress: [string, number][] = [];
  const reader = createGraphReader(spec, {
    signal: new AbortController().signal,
    refuse: () => null,
    now: () => now,
    onProgress: (what, objects) => void progress.push([what, objects]),
    sleep: async (ms) => {
      waits.push(ms);
      now += ms;
    },
    ...options,
  });
  return { reader, waits, progress, pass: (ms) => void (now += ms) };
}

/** Something to be read that takes `Application.Read.All`. */
export function collection(
  name: string,
  path: string,
  more: Partial<GraphRequest> = {},
): GraphRequest {
  return {
    name,
    path,
    kind: "collection",
    permission: "Application.Read.All",
    licence: null,
    ...more,
  };
}
