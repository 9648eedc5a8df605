export type { FindingContent, KnownFinding, SeenFinding } from "./finding.ts";
export { findingKey } from "./finding.ts";
export {
  findExpiredFindings,
  findKnownFindings,
  forgetAgentFindings,
  lockFindings,
  moveFindings,
  relocateFindings,
  scoresOfAssets,
} from "./finding-changes.queries.ts";
export type { ExportedFinding } from "./finding-export.queries.ts";
export { readFindingsToExport } from "./finding-export.queries.ts";
export type { ImportSources } from "./import-source.queries.ts";
export { findImportSources, saveImportSources } from "./import-source.queries.ts";
export type { Detector } from "./life-cycle.ts";
export { couldSee } from "./life-cycle.ts";
export { listFindingHistory } from "./finding-list.queries.ts";
export type { FindingEvent, FindingPlan } from "./plan-findings.ts";
export { noSuchFinding } from "./no-such-finding.ts";
export { planMissed, planSeen } from "./plan-findings.ts";
export { movedFindings, planMoves, sourceOf } from "./plan-moves.ts";
export { saveFindingEvents, saveFindings } from "./save-findings.ts";
export type { Decided, FindingDecision } from "./decide-findings.ts";
export { setFindingStatus } from "./set-finding-status.ts";
export { addFindingRoutes } from "./finding.routes.ts";
export type { StatusChangeEntry } from "./listed-finding.ts";
export {
  FindingDetailSchema,
  FindingListSchema,
  FindingSchema,
  StatusHistorySchema,
} from "./listed-finding.ts";
export {
  addFindingConsoleRoutes,
  findingConsoleSchemas,
  findingFilters,
} from "./finding.console.routes.ts";
export { readWantedFindings } from "./read-wanted-findings.ts";
export type { WantedFindings } from "./finding-filter.queries.ts";
export { findingsWith } from "./finding-filter.queries.ts";
export type { FindingSpans } from "./finding-overview.queries.ts";
export { countFindingSpans, listWorstFindings } from "./finding-overview.queries.ts";
export { FindingRowSchema } from "./finding-row.ts";
export { checkTriage } from "./check-triage.ts";
export { saveDecisions } from "./finding-status.queries.ts";
export type { ChosenFinding } from "./joint-decision.ts";
export {
  FindingChoice,
  JointDecision,
  JointDecisionOutcome,
  choiceOf,
  mostChosen,
} from "./joint-decision.ts";
