export type { Parent } from "./answer-parent.ts";
export { answerParent } from "./answer-parent.ts";
export { ChildDied, ChildFailed } from "./child-errors.ts";
export { startChild } from "./start-child.ts";
