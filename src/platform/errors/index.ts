export type { ProblemCode, ProblemDetail } from "./problem.ts";
export { Problem, problemStatus } from "./problem.ts";
