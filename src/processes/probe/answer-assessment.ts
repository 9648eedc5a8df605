import { type AssessmentEngine, DirectoryRefused } from "#engines/directory-types";
import { type Parent, answerParent } from "#remote/child";
import type {
  AssessmentAnswer,
  AssessmentAsked,
  AssessmentNews,
  AssessmentSaying,
} from "./assessment-call.ts";
import type { Assessor } from "./assessor.ts";
import { createEngineAssessor } from "./engine-assessor.ts";
import { createTargetLists } from "./target-lists.ts";

/** It holds nothing but memory and connections. */
const endWithinMs = 1000;

/** Does the one assessment for which the probe started this process. */
export function answerAssessment(engine: AssessmentEngine): void {
  const assess = createEngineAssessor(engine);
  const targets = createTargetLists();
  answerParent<AssessmentAsked, AssessmentNews, AssessmentSaying, AssessmentAnswer>({
    endWithinMs,
    learn: (news) => targets.use(news.targets),

    async carryOut(asked, parent) {
      if (asked.targets !== null) targets.use(asked.targets);
      try {
        return { facts: await carryOut(assess, asked, parent) };
      } catch (error) {
        if (error instanceof DirectoryRefused) return { refused: error.message };
        throw error;
      }
    },
  });

  async function carryOut(
    assessor: Assessor,
    { job, now }: AssessmentAsked,
    { signal, say }: Parent<AssessmentSaying>,
  ) {
    const askedAt = performance.now();
    return assessor(job, {
      signal,
      targets,
      now: () => Math.round(now + performance.now() - askedAt),
      onProgress: (progress) => void say({ say: "progress", progress }),
      onMessage: (message) => say({ say: "message", message }),
      onFault: (ruleId, fault) => void say({ say: "fault", ruleId, fault }),
    });
  }
}
