import { type IdentifyContext, identifyTcp } from "#engines/identify";
import type { ServiceFacts } from "#engines/scan-types";

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

/** What runs on a port of this machine. */
export function identifyPort(
  port: number,
  changes: Partial<IdentifyContext> = {},
): Promise<ServiceFacts> {
  return identifyTcp({ address: "127.0.0.1", port }, identifyContext(changes));
}
