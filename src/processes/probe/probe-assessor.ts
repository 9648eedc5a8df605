import { fileURLToPath } from "node:url";
import { createAssessmentEngine } from "#engines/assess";
import type { Assessor } from "./assessor.ts";
import { createEngineAssessor } from "./engine-assessor.ts";
import { createForkedAssessor } from "./forked-assessor.ts";

const assessMain = fileURLToPath(new URL("assess-child.ts", import.meta.url));

/**
 * Assesses domains of Active Directory each in a process of its own. Tenants of Entra are assessed in this one: they are small, and
 * what Graph can tell as changes is remembered here from one assessment to the next.
 */
export function createProbeAssessor(): Assessor {
  const apart = createForkedAssessor(assessMain);
  const here = createEngineAssessor(createAssessmentEngine());
  return async (job, context) => (job.spec.type === "entra" ? here : apart)(job, context);
}
