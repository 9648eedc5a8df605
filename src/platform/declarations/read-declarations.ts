import Type from "typebox";
import { Compile } from "typebox/compile";
import { findViolations } from "./find-violations.ts";
import { type PlacedName, namesIn } from "./names.ts";
import { readList } from "./read-list.ts";
import { type PlacedProblem, readSource } from "./read-source.ts";
import { nameSchema } from "./schemas.ts";
import { type SourceDocument, type SourceMapping, type Violation, isMapping } from "./source.ts";
import type { Environment } from "./substitute.ts";

/** One file as it was read from disk; `name` is what errors call it. */
export interface DeclarationFile {
  name: string;
  bytes: Uint8Array;
}

/** How the keys of a service are read; `D` is everything that it declares for one tenant. */
export interface DocumentReader<D> {
  /** The keys of a document that it reads; each holds a list. */
  readonly keys: readonly string[];
  /** Of a tenant of which nothing was read yet. */
  start(): D;
  /** Adds what one document declares, and returns everything that is wrong with it. */
  read(document: SourceMapping, declared: D): Violation[];
}

/** Everything that the files say about one tenant. */
export interface TenantDeclaration<D> {
  tenant: string;
  /** `null`: the plan stays as it is. */
  sensorLimit: number | null;
  companies: readonly string[];
  /** The names under `companies`, also of entries that are not valid. */
  companyNames: readonly PlacedName[];
  /** What is valid of the rest; complete when there are no problems. */
  declared: D;
}

/** What the files say, and everything that is wrong with it. */
export interface ReadDeclarations<D> {
  tenants: TenantDeclaration<D>[];
  problems: PlacedProblem[];
}

/**
 * Reads configuration files. Together they are one configuration; a tenant may be declared by several documents.
 *
 * @param env where `${NAME}` is looked up.
 * @param reader of all keys but `tenant`, `plan` and `companies`.
 */
export function readDeclarations<D>(
  files: readonly DeclarationFile[],
  env: Environment,
  reader: DocumentReader<D>,
): ReadDeclarations<D> {
  const sources = files.map(({ name, bytes }) => readSource(name, bytes, env));
  const read = readDocuments(
    sources.flatMap(({ documents }) => documents),
    reader,
  );
  const problems = [...sources.flatMap((source) => source.problems), ...read.problems];
  return { tenants: read.tenants, problems: withoutRepeats(problems) };
}

/** Reads documents that are values already, wherever they come from. */
export function readDocuments<D>(
  documents: readonly SourceDocument[],
  reader: DocumentReader<D>,
): ReadDeclarations<D> {
  const problems: PlacedProblem[] = [];
  const tenants = new Map<string, Draft<D>>();
  for (const document of documents) readDocument(document, tenants, reader, problems);
  return {
    tenants: [...tenants].map(([tenant, { plan, ...draft }]) => ({
      tenant,
      sensorLimit: plan?.sensorLimit ?? null,
      ...draft,
    })),
    problems,
  };
}

/** A tenant while its documents are read. */
interface Draft<D> {
  plan: { sensorLimit: number; place: string } | null;
  companies: string[];
  companyNames: PlacedName[];
  declared: D;
}

const ownKeys: readonly string[] = ["tenant", "plan", "companies"];

function readDocument<D>(
  { value, ...document }: SourceDocument,
  tenants: Map<string, Draft<D>>,
  reader: DocumentReader<D>,
  problems: PlacedProblem[],
): void {
  const fail = ({ path, key, message }: Violation): void => {
    problems.push({ path: document.describePlace(path, key), message });
  };
  if (value === undefined) return;
  const keys = [...ownKeys, ...reader.keys];
  if (!isMapping(value)) {
    fail({ path: [], message: `must be a mapping with ${keys.join(", ")}` });
    return;
  }
  unknownKeys(value, keys).forEach(fail);
  const mapping: SourceMapping = { ...document, value };
  const draft = draftOf(value, tenants, reader, fail);
  readPlan(mapping, draft).forEach(fail);
  readCompanies(mapping, draft).forEach(fail);
  reader.read(mapping, draft.declared).forEach(fail);
}

function unknownKeys(
  value: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): Violation[] {
  return Object.keys(value)
    .filter((key) => !keys.includes(key))
    .map((key) => ({
      path: [key],
      key: true,
      message: `is an unknown key; known here are ${keys.join(", ")}`,
    }));
}

/** The tenant's draft; of a document that does not say its tenant, one that goes nowhere. */
function draftOf<D>(
  value: Readonly<Record<string, unknown>>,
  tenants: Map<string, Draft<D>>,
  reader: DocumentReader<D>,
  fail: (violation: Violation) => void,
): Draft<D> {
  const fresh = (): Draft<D> => ({
    plan: null,
    companies: [],
    companyNames: [],
    declared: reader.start(),
  });
  const { tenant } = value;
  if (!Object.hasOwn(value, "tenant")) {
    fail({
      path: [],
      message: "tenant is missing: whose configuration is this? (tenant: default)",
    });
    return fresh();
  }
  const violations = findViolations(nameSchema, tenant, ["tenant"]);
  violations.forEach(fail);
  if (violations.length > 0 || typeof tenant !== "string") return fresh();
  const draft = tenants.get(tenant) ?? fresh();
  tenants.set(tenant, draft);
  return draft;
}

const closed = { additionalProperties: false } as const;
/** What a tenant may have. */
export const planSchema = Type.Object(
  { sensorLimit: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) },
  closed,
);
const planCheck = Compile(planSchema);

function readPlan({ value, describePlace }: SourceMapping, draft: Draft<unknown>): Violation[] {
  const { plan } = value;
  if (plan === undefined) return [];
  const violations = findViolations(planSchema, plan, ["plan"]);
  if (!planCheck.Check(plan)) return violations;
  const path = ["plan", "sensorLimit"];
  if (draft.plan !== null && draft.plan.sensorLimit !== plan.sensorLimit) {
    const message = `contradicts ${draft.plan.place}, which says ${draft.plan.sensorLimit}`;
    violations.push({ path, message });
  }
  draft.plan = { sensorLimit: plan.sensorLimit, place: describePlace(path) };
  return violations;
}

/** A company as it stands in the file. */
export const companySchema = Type.Object({ name: nameSchema }, closed);
const companyCheck = Compile(companySchema);

function readCompanies(document: SourceMapping, draft: Draft<unknown>): Violation[] {
  const { items, violations } = readList(document, "companies", (item, path) => {
    if (companyCheck.Check(item)) draft.companies.push(item.name);
    return findViolations(companySchema, item, path);
  });
  draft.companyNames.push(...namesIn("companies", items, document));
  return violations;
}

/** An anchor that is used many times is wrong once. */
function withoutRepeats(problems: readonly PlacedProblem[]): PlacedProblem[] {
  const seen = new Map(problems.map((problem) => [`${problem.path}\n${problem.message}`, problem]));
  return [...seen.values()];
}
