export { createAssessmentEngine } from "./assessment-engine.ts";
export { listRules } from "./list-rules.ts";
