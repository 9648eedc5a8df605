import assert from "node:assert/strict";
import Value from "typebox/value";
import { type IdentifyContext, identifyTcp } from "#engines/identify";
import { HostReport, type ServiceFacts } from "#engines/scan-types";

/** What identification gets in tests: no limits. */
export function identifyContext(changes: Partial<IdentifyContext> = {}): IdentifyContext {
  return {
    signal: new AbortController().signal,
    budget: { take: async () => undefined },
    now: Date.now,
    connectTimeoutMs: 2_000,
    hostName: null,
    ...changes,
  };
}

/** What runs on a port, of this machine unless told; the facts are checked to be such that a server would take them. */
export async function identifyPort(
  port: number,
  changes: Partial<IdentifyContext> & { address?: string } = {},
): Promise<ServiceFacts> {
  const { address = "127.0.0.1", ...context } = changes;
  const facts = await identifyTcp({ address, port }, identifyContext(context));
  const report = { address, outcome: "up", startedAt: 0, finishedAt: 0, names: [] };
  const errors = Value.Errors(HostReport, { ...report, services: [facts] });
  assert.deepEqual([...errors], [], "the facts are as the schema says");
  return facts;
}
