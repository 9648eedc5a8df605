import type { AssessmentEngine } from "#engines/directory-types";
import type { Assessor } from "./assessor.ts";
import { checkedResult } from "./checked-result.ts";

/** Assesses in this process. */
export function createEngineAssessor(engine: AssessmentEngine): Assessor {
  return async ({ assessmentId, spec }, context) =>
    engine(spec, {
      signal: context.signal,
      refuse: context.targets.refuse,
      now: () => context.now(),
      onProgress: (progress) => context.onProgress(progress),
      onResult: async (result, found) => {
        const { messages, fault } = checkedResult(assessmentId, result, found);
        if (fault !== null) context.onFault(result.rule.id, fault);
        for (const message of messages) await context.onMessage(message);
      },
    });
}
