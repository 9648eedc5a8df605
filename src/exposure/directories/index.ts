export type {
  AssessmentEnd,
  AssessmentReport,
  AssessmentState,
  ReportedAssessment,
} from "./assessment.ts";
export type { DirectoryOverview } from "./assessment-list.queries.ts";
export { openSecret, sealSecret } from "./directory-secret.ts";
export { addDirectoryConsoleRoutes } from "./directory.console.routes.ts";
export { directoryConsoleSchemas } from "./directory-row.ts";
export { addDirectoryRoutes } from "./directory.routes.ts";
export type { DirectoryRow } from "./directory.queries.ts";
export { listDirectoryRows } from "./directory.queries.ts";
export type { Directory, DirectorySettings } from "./directory.ts";
export {
  endAssessment,
  findAssessmentsForMessages,
  saveAssessmentSummary,
} from "./end-assessment.ts";
export { DirectoryListSchema, DirectorySchema } from "./listed-directory.ts";
export { failSilentAssessments } from "./fail-silent-assessments.ts";
export { listDirectoriesForOperators } from "./list-directories-for-operators.ts";
export { offerAssessments } from "./offer-assessments.ts";
export { listAssessments, readAssessment } from "./read-assessment.ts";
export { requestAssessment } from "./request-assessment.ts";
export type { DirectoryChanges } from "./save-directories.ts";
export { saveDirectories } from "./save-directories.ts";
export { startDueAssessments } from "./start-due-assessments.ts";
export { stopAssessment } from "./stop-assessment.ts";
export { renameDirectory } from "./directory.queries.ts";
