import { Compile } from "typebox/compile";
import {
  type AssessmentProgress,
  DirectoryFacts,
  DirectoryRefused,
} from "#engines/directory-types";
import { printableLine, shortened } from "#lib/printable";
import type { AssessmentJob } from "#wire/probe.v1";
import type { Assessor } from "./assessor.ts";
import type { JobKind, JobTools, OpenJob } from "./job-line.ts";
import type { TargetLists } from "./target-lists.ts";
import { sentenceWithoutSecrets, withoutSecrets } from "./without-secrets.ts";

const directoryFacts = Compile(DirectoryFacts);
/** Of `AssessmentProgress`. */
const longestWhat = 100;

interface AssessmentState {
  progress: AssessmentProgress | null;
  /** What the directory is; null: it is not read to the end. */
  facts: DirectoryFacts | null;
  /** Rules whose result was told. */
  rules: number;
}

/** What assessments need beside what every job needs. */
export interface AssessmentWorkOptions extends JobTools {
  assess: Assessor;
  targets: TargetLists;
}

/**
 * The assessments of directories of one probe. One after another: each holds its whole directory in memory. The secret of a
 * directory is in its job and nowhere else: no message, no log line, no error has it.
 */
export function assessmentWork(
  options: AssessmentWorkOptions,
): JobKind<AssessmentJob, AssessmentState> {
  const { log } = options;
  return {
    noun: "an assessment",
    idOf: ({ assessmentId }) => assessmentId,
    labelOf: ({ assessmentId, directoryName }) => ({ assessmentId, directory: directoryName }),
    newState: () => ({ progress: null, facts: null, rules: 0 }),
    endMessage: (assessmentId, end, { facts, rules }) => ({
      assessmentId,
      end: end.outcome === "completed" ? { ...end, facts, rules } : { ...end, facts: null },
    }),

    async carryOut(open) {
      const facts = await assess(options, open);
      if (!directoryFacts.Check(facts)) {
        const [first] = directoryFacts.Errors(facts);
        const place = `${first?.instancePath ?? ""} ${first?.message ?? "is not valid"}`;
        throw new Error(`what the directory is cannot be told: ${place}`);
      }
      open.state.facts = facts;
    },

    sentenceOf(error, { assessmentId, directoryName, spec }) {
      const why = error instanceof Error ? error.message : String(error);
      if (error instanceof DirectoryRefused) return sentenceWithoutSecrets(why, spec);
      // Not the error itself: what hangs on it may be a request with its password.
      const stack = error instanceof Error ? (error.stack ?? why) : why;
      const label = { assessmentId, directory: directoryName };
      log.error({ ...label, stack: withoutSecrets(stack, spec) }, "an assessment failed");
      return `The probe failed to carry it out: ${withoutSecrets(why, spec)}`;
    },
  };
}

async function assess(
  { assess: assessor, targets, outbox, clock, log }: AssessmentWorkOptions,
  { job, state, signal }: OpenJob<AssessmentJob, AssessmentState>,
): Promise<DirectoryFacts> {
  const { assessmentId, directoryName } = job;
  return assessor(job, {
    signal,
    targets,
    now: () => Math.round(clock.now()),
    onProgress: (progress) => {
      // A check-in in which one thing is too long is refused whole.
      const what = shortened(printableLine(progress.what), longestWhat);
      state.progress = { ...progress, what };
    },
    onMessage: async (message) => {
      if ("result" in message) state.rules++;
      await outbox.add(message);
    },
    onFault: (rule, fault) => {
      const label = { assessmentId, directory: directoryName, rule };
      log.error({ ...label, fault }, "what a rule found cannot be told");
    },
  });
}
