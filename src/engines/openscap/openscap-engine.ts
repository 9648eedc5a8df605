import { createReadStream } from "node:fs";
import { join } from "node:path";
import { type DataStream, InvalidAuditFile, readDataStream } from "#engines/scap";
import type { AuditContext, AuditEngine, AuditOrder, AuditOutcome } from "./audit-engine.ts";
import { AuditFailed } from "./audit-failed.ts";
import { findContentFile } from "./content-files.ts";
import { explainEnd } from "./explain-end.ts";
import { copyPrivately } from "./private-copy.ts";
import { profileOf } from "./profile.ts";
import { type OpenScapProgram, Programs } from "./programs.ts";
import { checkApplies, packArf, readResult } from "./result-file.ts";
import { arfFile, runOscap } from "./run-oscap.ts";
import { Scratch } from "./scratch.ts";
import { hostSystem } from "./this-host.ts";

const contentFile = "content.xml";

/**
 * Audits by the OpenSCAP that is installed on this host.
 *
 * @param options.directory of the agent's own; files of an audit are in its folder `scratch` while it goes on.
 */
export function createOpenScap({ directory }: { directory: string }): AuditEngine {
  const programs = new Programs();
  const scratch = new Scratch(directory);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => null); // whoever asked is told; the next begins either way
    return await turn;
  };
  return {
    version: async () => (await programs.find())?.version ?? null,
    findContent: (file) => findContentFile(file),
    audit: (order, context) => inTurn(() => auditIn(scratch, programs, order, context)),
    cleanUp: () => inTurn(() => scratch.clear()),
  };
}

async function auditIn(
  scratch: Scratch,
  programs: Programs,
  order: AuditOrder,
  context: AuditContext,
): Promise<AuditOutcome> {
  try {
    checkAborted(context.signal);
    const program = await programs.findAnew();
    if (program === null) throw new AuditFailed("no_engine", "OpenSCAP is not installed here.");
    await scratch.make();
    return await audit(scratch.path, program, order, context);
  } catch (error) {
    if (error instanceof AuditFailed) throw error;
    checkAborted(context.signal);
    if (!(error instanceof Error && "code" in error && "syscall" in error)) throw error;
    // The disk is full, say, or a program may not be executed.
    const sentence = `The audit cannot be carried out: ${error.message}`;
    throw new AuditFailed("engine_error", sentence, { cause: error });
  } finally {
    await scratch.delete();
  }
}

async function audit(
  directory: string,
  program: OpenScapProgram,
  { contentPath, expectedSha256, profile, limits, arf }: AuditOrder,
  { signal, onProgress, now }: AuditContext,
): Promise<AuditOutcome> {
  const copy = join(directory, contentFile);
  const contentSha256 = await copyPrivately(contentPath, copy, signal);
  if (expectedSha256 !== null && contentSha256 !== expectedSha256) {
    throw new AuditFailed(
      "wrong_hash",
      `The content ${contentPath} has the SHA-256 ${contentSha256} instead of ${expectedSha256}, and is not used.`,
    );
  }
  const { content, platforms, profiles } = await readContent(copy, contentPath, signal);
  const { id, rules: total } = profileOf(profiles, profile);
  const startedAt = now();
  let done = 0;
  const end = await runOscap({
    program,
    args: evaluation(id),
    directory,
    limits,
    signal,
    onRule: () => {
      if (done >= total) return;
      done += 1;
      onProgress({ done, total });
    },
  });
  const failure = explainEnd(end, limits);
  if (failure !== null) throw failure;
  const finishedAt = now();
  const result = join(directory, arfFile);
  const read = await readResult(result, finishedAt, signal);
  checkApplies(read.report, platforms, await hostSystem());
  return {
    report: {
      ...read.report,
      startedAt,
      finishedAt,
      engine: `OpenSCAP ${program.version}`,
      privileged: process.getuid?.() === 0,
      contentSha256,
    },
    // Of the content itself, where texts are the same for every profile.
    content,
    arf: arf ? await packArf(result, signal) : null,
  };
}

/** Arguments of oscap. The profile's id is the content's word: being one argument with its option, it cannot be another. */
function evaluation(profile: string): string[] {
  return [
    "xccdf",
    "eval",
    `--profile=${profile}`,
    "--progress",
    // Files that it otherwise writes to /tmp, and leaves there when it is ended.
    "--oval-results",
    `--results-arf=${arfFile}`,
    contentFile,
  ];
}

async function readContent(copy: string, path: string, signal: AbortSignal): Promise<DataStream> {
  try {
    return await readDataStream(createReadStream(copy, { signal }), {
      name: `The content ${path}`,
    });
  } catch (error) {
    if (!(error instanceof InvalidAuditFile)) throw error;
    throw new AuditFailed("bad_content", error.message, { cause: error });
  }
}

function checkAborted({ aborted }: AbortSignal): void {
  if (aborted) throw new AuditFailed("stopped", "The audit was stopped.");
}
