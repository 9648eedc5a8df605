import Type from "typebox";
import { Compile } from "typebox/compile";
import type { AuditEngine } from "#engines/openscap";
import { AuditReport, ScapContent } from "#engines/scap-types";
import { AuditJob, type JobMessage } from "#wire/agent.v1";
import { AuditRefused, failureCodeOf } from "./audit-refused.ts";
import { type AuditContext, type AuditEnd, type Auditor, failed } from "./auditor.ts";
import type { BundleStore } from "./bundle-store.ts";
import { contentMissing, engineMissing } from "./install-hint.ts";

const auditJob = Compile(AuditJob);
const outcome = Compile(Type.Object({ report: AuditReport, content: Type.Optional(ScapContent) }));

/** Of a message, compressed in base64: what the wire allows. */
const longestArf = 12_000_000;
/** Of an outcome, in bytes: half of what the server unpacks. */
const largestOutcome = 32 * 1024 * 1024;

/** Carries audits out with an engine, in this process. */
export function createEngineAuditor(engine: AuditEngine, bundles: BundleStore): Auditor {
  return {
    cleanUp: () => engine.cleanUp(),
    version: () => engine.version(),
    async audit(jobId, job, context) {
      try {
        return await carryOut(jobId, job, context);
      } catch (error) {
        const code = failureCodeOf(error);
        const why = error instanceof Error ? error.message : String(error);
        if (code !== null) return failed(jobId, context.now(), code, why);
        const sentence = `The agent failed to carry it out: ${why}`;
        return failed(jobId, context.now(), "engine_error", sentence);
      }
    },
  };

  async function carryOut(jobId: string, job: unknown, context: AuditContext): Promise<AuditEnd> {
    // What becomes arguments of a program is never an option and never a path: the patterns of the schema see to it.
    if (!auditJob.Check(job)) throw tooOld(job);
    if ((await engine.version()) === null) {
      throw new AuditRefused("no_engine", engineMissing(context.system));
    }
    const { bundle, profile, limits } = job;
    const found = await engine.audit(
      {
        contentPath: await contentOf(bundle, context),
        expectedSha256: bundle.kind === "file" ? bundle.sha256 : null,
        profile,
        limits,
        arf: job.arf,
      },
      {
        signal: context.signal,
        onProgress: (progress) => context.onProgress(progress),
        now: () => Math.round(context.now()),
      },
    );
    const isKnown = bundle.kind === "file" || bundle.known.includes(found.content.sha256);
    const content = isKnown ? {} : { content: found.content };
    const messages = [
      ...arfMessages(jobId, found.arf, context),
      checked({ jobId, report: found.report, ...content }),
    ];
    return { outcome: "completed", error: null, messages };
  }

  async function contentOf(bundle: AuditJob["bundle"], context: AuditContext): Promise<string> {
    if (bundle.kind === "file") return await bundles.fileOf(bundle, context.signal);
    const path = await engine.findContent(bundle.file);
    if (path !== null) return path;
    throw new AuditRefused("no_content", contentMissing(bundle.file, context.system));
  }
}

function tooOld(job: unknown): AuditRefused {
  const [fault] = auditJob.Errors(job);
  const place = fault === undefined ? "" : `: ${fault.instancePath} ${fault.message}`;
  return new AuditRefused("too_old", `The agent does not understand this audit${place}.`);
}

function arfMessages(
  jobId: string,
  arf: { bytes: number; sha256: string; gzip: Buffer } | null,
  context: AuditContext,
): string[] {
  if (arf === null) return [];
  const gzip = arf.gzip.toString("base64");
  if (gzip.length > longestArf) {
    context.warn(`the ARF has ${arf.bytes} bytes: too many to be sent, only its results are`);
    return [];
  }
  const message: JobMessage = { jobId, arf: { bytes: arf.bytes, sha256: arf.sha256, gzip } };
  return [JSON.stringify(message)];
}

/** What the server would refuse must not be missing without a word. */
function checked(message: Extract<JobMessage, { report: object }>): string {
  const [fault] = outcome.Errors(message);
  if (fault !== undefined) throw unfit(`${fault.instancePath} ${fault.message}`);
  const json = JSON.stringify(message);
  const bytes = Buffer.byteLength(json);
  if (bytes > largestOutcome) throw unfit(`it has ${bytes} bytes, more than ${largestOutcome}`);
  return json;
}

function unfit(why: string): AuditRefused {
  return new AuditRefused("engine_error", `What the audit found cannot be reported: ${why}.`);
}
