import { join } from "node:path";
import { type AuditEngine, createOpenScap } from "#engines/openscap";
import { type Parent, answerParent } from "#remote/child";
import { createServerClock, createServerLink } from "#remote/link";
import type { AuditAnswer, AuditAsked, AuditCall, AuditSaying } from "./audit-call.ts";
import type { AuditEnd } from "./auditor.ts";
import { createBundleStore } from "./bundle-store.ts";
import { createEngineAuditor } from "./engine-auditor.ts";
import { createFetchBundle } from "./fetch-bundle.ts";

/*
 * A process that does one thing for an agent and ends: whatever a large report makes it hold, the agent does not hold
 * afterwards, and whatever a hostile one does to it, the agent goes on.
 */

/** How long an engine may take to end what it runs. */
const endWithinMs = 8000;

answerParent<AuditCall, never, AuditSaying, AuditAnswer>({ carryOut: answer, endWithinMs });

async function answer(call: AuditCall, parent: Parent<AuditSaying>): Promise<AuditAnswer> {
  const engine = createOpenScap({ directory: join(call.directory, "audits") });
  if (call.ask === "audit") return { say: "end", end: await audit(call, engine, parent) };
  if (call.ask === "version") return { say: "version", version: await engine.version() };
  await engine.cleanUp();
  return { say: "cleaned up" };
}

async function audit(
  asked: AuditAsked,
  engine: AuditEngine,
  { signal, say }: Parent<AuditSaying>,
): Promise<AuditEnd> {
  const askedAt = performance.now();
  const { directory, server, credential } = asked;
  const link = createServerLink({ server, credential, clock: createServerClock(), signal });
  const bundles = createBundleStore(join(directory, "bundles"), createFetchBundle(link));
  return await createEngineAuditor(engine, bundles).audit(asked.jobId, asked.job, {
    system: asked.system,
    signal,
    now: () => asked.now + performance.now() - askedAt,
    onProgress: (progress) => void say({ say: "progress", progress }),
    warn: (sentence) => void say({ say: "warning", sentence }),
  });
}
