export type { DescribedChange } from "./described-change.ts";
export { formatChange, sentenceOf } from "./described-change.ts";
export { findRepeats, findViolations } from "./find-violations.ts";
export { formatPointer, jsonDocument } from "./json-document.ts";
export type { PlacedName } from "./names.ts";
export { danglingProblem, findDuplicates, namesIn } from "./names.ts";
export type { Prune } from "./prune.ts";
export { isPruned } from "./prune.ts";
export type {
  DeclarationFile,
  DocumentReader,
  ReadDeclarations,
  TenantDeclaration,
} from "./read-declarations.ts";
export { companySchema, planSchema, readDeclarations, readDocuments } from "./read-declarations.ts";
export { readList } from "./read-list.ts";
export type { PlacedProblem } from "./read-source.ts";
export { maxFileBytes } from "./read-source.ts";
export { findNetworkFaults, nameSchema, networksSchema, targetListsSchema } from "./schemas.ts";
export type { Path, SourceDocument, SourceMapping, Violation } from "./source.ts";
export { formatPath, isMapping } from "./source.ts";
export type { Environment } from "./substitute.ts";
export type { WrittenItem } from "./written-item.ts";
export { withoutEmpty } from "./written-item.ts";
