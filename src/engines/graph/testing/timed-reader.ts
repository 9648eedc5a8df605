import { DirectoryRefused, type EntraSpec, usualThresholds } from "#engines/directory-types";
import type { GraphTenant } from "#test/graph-server";
import { type GraphReaderOptions, createGraphReader } from "../graph-reader.ts";
import type { GraphRead, GraphReader, GraphRequest } from "../graph-request.ts";

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

/** A setting of the tenant that takes `Policy.Read.All`. */
export const authorizationPolicy: GraphRequest = {
  name: "authorization policy",
  path: "/v1.0/policies/authorizationPolicy",
  kind: "single",
  permission: "Policy.Read.All",
  licence: null,
};

/** So many objects with different ids. */
export function objects(count: number, prefix = "app") {
  return Array.from({ length: count }, (_, i) => ({
    id: `${prefix}-${i}`,
    displayName: `${prefix} ${i}`,
  }));
}

/** The tenant with the permissions of a whole assessment. */
export function tenantWith(
  data: GraphTenant["data"],
  changes: Partial<GraphTenant> = {},
): GraphTenant {
  return {
    id: tenantId,
    domains: ["acme.test"],
    application: { id: clientId, secret: clientSecret },
    permissions: [
      "Application.Read.All",
      "AuditLog.Read.All",
      "Policy.Read.All",
      "RoleManagement.Read.Directory",
      "User.Read.All",
    ],
    data,
    ...changes,
  };
}

/** The ids of what was read; the outcome itself when it is another one. */
export function idsOf(read: GraphRead | undefined): unknown {
  if (read?.kind !== "read") return read;
  return read.items.map((item) =>
    typeof item === "object" && item !== null && "id" in item ? item.id : item,
  );
}

/** The sentence with which a reading was given up. */
export async function refusalOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading;
  } catch (error) {
    if (error instanceof DirectoryRefused) return error.message;
    throw error;
  }
  return "it was not refused";
}
