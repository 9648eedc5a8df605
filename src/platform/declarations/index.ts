export type { DescribedChange } from "./described-change.ts";
export { formatChange } from "./described-change.ts";
export { findRepeats, findViolations } from "./find-violations.ts";
export type { PlacedName } from "./names.ts";
export { danglingProblem, findDuplicates, namesIn } from "./names.ts";
export type {
  DeclarationFile,
  DocumentReader,
  ReadDeclarations,
  TenantDeclaration,
} from "./read-declarations.ts";
export { readDeclarations } from "./read-declarations.ts";
export { readList } from "./read-list.ts";
export type { PlacedProblem } from "./read-source.ts";
export { maxFileBytes } from "./read-source.ts";
export { findNetworkFaults, nameSchema, networksSchema, targetListsSchema } from "./schemas.ts";
export type { Path, SourceDocument, SourceMapping, Violation } from "./source.ts";
export { formatPath, isMapping } from "./source.ts";
export type { Environment } from "./substitute.ts";
