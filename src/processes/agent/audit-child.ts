import { setPriority } from "node:os";
import { join } from "node:path";
import { type AuditEngine, createOpenScap } from "#engines/openscap";
import { createServerClock, createServerLink } from "#remote/link";
import type { AuditAsked, AuditCall, AuditSaying, AuditStop } from "./audit-call.ts";
import type { AuditEnd } from "./auditor.ts";
import { createBundleStore } from "./bundle-store.ts";
import { createEngineAuditor } from "./engine-auditor.ts";
import { createFetchBundle } from "./fetch-bundle.ts";

/*
 * A process that does one thing for an agent and ends: whatever a large report makes it hold, the agent does not hold
 * afterwards, and whatever a hostile one does to it, the agent goes on.
 */

/** Below what a person waits for. */
const priority = 10;
/** How long an engine may take to end what it runs. */
const endWithinMs = 8000;

const ended = new AbortController();
// Ctrl-C at a terminal is for the agent, which ends us in its order.
process.on("SIGINT", () => {});
process.on("disconnect", () => {
  // The agent is gone, and so is everyone who could use what comes out.
  ended.abort();
  setTimeout(() => process.exit(1), endWithinMs).unref();
});
process.on("message", (message: AuditCall | AuditStop) => {
  if (message.ask === "stop") ended.abort();
  else void answer(message).then((saying) => say(saying, () => process.disconnect?.()));
});

async function answer(call: AuditCall): Promise<AuditSaying> {
  const engine = createOpenScap({ directory: join(call.directory, "audits") });
  if (call.ask === "audit") return { say: "end", end: await audit(call, engine) };
  if (call.ask === "version") return { say: "version", version: await engine.version() };
  await engine.cleanUp();
  return { say: "cleaned up" };
}

async function audit(asked: AuditAsked, engine: AuditEngine): Promise<AuditEnd> {
  setPriority(priority);
  const askedAt = performance.now();
  const { directory, server, credential } = asked;
  const { signal } = ended;
  const link = createServerLink({ server, credential, clock: createServerClock(), signal });
  const bundles = createBundleStore(join(directory, "bundles"), createFetchBundle(link));
  return await createEngineAuditor(engine, bundles).audit(asked.jobId, asked.job, {
    system: asked.system,
    signal,
    now: () => asked.now + performance.now() - askedAt,
    onProgress: (progress) => say({ say: "progress", progress }),
    warn: (sentence) => say({ say: "warning", sentence }),
  });
}

function say(saying: AuditSaying, done: () => void = () => {}): void {
  if (process.connected) process.send?.(saying, undefined, undefined, done);
}
