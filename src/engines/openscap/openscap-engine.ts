import { createReadStream } from "node:fs";
import { join } from "node:path";
import { type DataStream, InvalidAuditFile, readDataStream } from "#engines/scap";
import type { AuditContext, AuditEngine, AuditOrder, AuditOutcome } from "./audit-engine.ts";
import { AuditFailed } from "./audit-failed.ts";
import { findContentFile } from "./content-files.ts";
import { explainEnd } from "./explain-end.ts";
import { copyPrivately } from "./private-copy.ts";
import { profileOf } from "./profile.ts";
import { commandOf, createProgramFinder } from "./programs.ts";
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
  const findProgram = createProgramFinder();
  const scratch = new Scratch(directory);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => null); // whoever asked is told; the next begins either way
    return await turn;
  };
  return {
    version: async () => (await findProgram())?.version ?? null,
    findContent: (file) => findContentFile(file),
    audit: (order, context) =>
      inTurn(async () => {
        checkAborted(context.signal);
        const program = await findProgram();
        if (program === null) throw new AuditFailed("no_engine", "OpenSCAP is not installed here.");
        const engine = { command: await commandOf(program), version: program.version };
        return await auditIn(scratch, engine, order, context);
      }),
    cleanUp: () => inTurn(() => scratch.clear()),
  };
}

/** OpenSCAP of this host, ready to run. */
interface Engine {
  readonly command: readonly string[];
  readonly version: string;
}

async function auditIn(
  scratch: Scratch,
  engine: Engine,
  order: AuditOrder,
  context: AuditContext,
): Promise<AuditOutcome> {
  try {
    await scratch.make();
    return await audit(scratch.path, engine, order, context);
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
  engine: Engine,
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
  const startedAt = Math.round(now());
  let done = 0;
  const end = await runOscap({
    command: [...engine.command, ...evaluation(id)],
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
  const finishedAt = Math.round(now());
  const result = join(directory, arfFile);
  const read = await readResult(result, finishedAt, signal);
  checkApplies(read.report, platforms, await hostSystem());
  return {
    report: {
      ...read.report,
      startedAt,
      finishedAt,
      engine: `OpenSCAP ${engine.version}`,
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
