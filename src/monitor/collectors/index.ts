export { assignmentChanged } from "./assignment-changed.ts";
