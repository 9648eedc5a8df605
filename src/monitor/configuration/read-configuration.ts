import { parseCidr } from "#lib/cidr";
import { Compile } from "typebox/compile";
import type { Configuration, DeclaredCollector, DeclaredMaintenance } from "./configuration.ts";
import { type DeclaredNames, addNames } from "./declared-names.ts";
import { findRepeats, findViolations } from "./find-violations.ts";
import { collectorSchema, companySchema, planSchema, tenantSchema } from "./item-schemas.ts";
import { readMaintenance } from "./read-maintenance.ts";
import { type SensorRules, readSensor } from "./read-sensor.ts";
import { type PlacedProblem, readSource } from "./read-source.ts";
import { type Path, type SourceDocument, type Violation, isMapping } from "./source.ts";
import type { Environment } from "./substitute.ts";

/** One file as it was read from disk; `name` is what errors call it. */
export interface ConfigurationFile {
  name: string;
  bytes: Uint8Array;
}

/** Everything that the files say about one tenant. */
export interface TenantDeclaration {
  /** What is valid; complete when there are no problems. */
  configuration: Configuration;
  /** Every name that is declared or referred to, also by entries that are not valid. */
  names: DeclaredNames;
}

/** What the files say, and everything that is wrong with it. */
export interface ReadConfiguration {
  tenants: TenantDeclaration[];
  problems: PlacedProblem[];
}

/**
 * Reads configuration files. Together they are one configuration; a tenant may be declared by several documents.
 *
 * @param env where `${NAME}` is looked up.
 */
export function readConfiguration(
  files: readonly ConfigurationFile[],
  env: Environment,
  rules: SensorRules,
): ReadConfiguration {
  const problems: PlacedProblem[] = [];
  const tenants = new Map<string, Draft>();
  for (const { name, bytes } of files) {
    const source = readSource(name, bytes, env);
    problems.push(...source.problems);
    for (const document of source.documents) readDocument(document, tenants, rules, problems);
  }
  return {
    tenants: [...tenants].map(([tenant, draft]) => ({
      configuration: { ...draft.valid, tenant, sensorLimit: draft.plan?.sensorLimit ?? null },
      names: draft.names,
    })),
    problems: withoutRepeats(problems),
  };
}

/** A tenant while its documents are read. */
interface Draft {
  valid: {
    companies: string[];
    collectors: DeclaredCollector[];
    sensors: Configuration["sensors"][number][];
    maintenance: DeclaredMaintenance[];
  };
  plan: { sensorLimit: number; place: string } | null;
  names: DeclaredNames;
}

const lists = ["companies", "collectors", "sensors", "maintenance"] as const;
const knownKeys: ReadonlySet<string> = new Set(["tenant", "plan", ...lists]);
const laterKeys: ReadonlySet<string> = new Set(["sites", "probes", "scans", "directories"]);

function readDocument(
  document: SourceDocument,
  tenants: Map<string, Draft>,
  rules: SensorRules,
  problems: PlacedProblem[],
): void {
  const fail = ({ path, key, message }: Violation): void => {
    problems.push({ path: document.describePlace(path, key), message });
  };
  const { value } = document;
  if (value === undefined) return;
  if (!isMapping(value)) {
    fail({ path: [], message: `must be a mapping with tenant, plan, ${lists.join(", ")}` });
    return;
  }
  unknownKeys(value).forEach(fail);
  const draft = draftOf(value, tenants, fail);
  readPlan(document, value["plan"], draft, problems);
  for (const list of lists) {
    const items: unknown = value[list];
    if (items === undefined) continue;
    if (!Array.isArray(items)) {
      fail({ path: [list], message: "must be a list; write [] for an empty one" });
      continue;
    }
    items.forEach((item: unknown, i) =>
      readItem(list, item, [list, i], draft, rules).forEach(fail),
    );
    addNames(draft.names, list, items, document);
  }
}

function unknownKeys(value: Readonly<Record<string, unknown>>): Violation[] {
  return Object.keys(value)
    .filter((key) => !knownKeys.has(key))
    .map((key) => ({
      path: [key],
      key: true,
      message: laterKeys.has(key)
        ? "is not known to this version of Vedette, which monitors only; leave it out"
        : `is an unknown key; known here are ${[...knownKeys].join(", ")}`,
    }));
}

/** The tenant's draft; of a document that does not say its tenant, one that goes nowhere. */
function draftOf(
  value: Readonly<Record<string, unknown>>,
  tenants: Map<string, Draft>,
  fail: (violation: Violation) => void,
): Draft {
  const fresh = (): Draft => ({
    valid: { companies: [], collectors: [], sensors: [], maintenance: [] },
    plan: null,
    names: { companies: [], collectors: [], sensors: [], maintenance: [], references: [] },
  });
  const { tenant } = value;
  if (!Object.hasOwn(value, "tenant")) {
    fail({
      path: [],
      message: "tenant is missing: whose configuration is this? (tenant: default)",
    });
    return fresh();
  }
  const violations = findViolations(tenantSchema, tenant, ["tenant"]);
  violations.forEach(fail);
  if (violations.length > 0 || typeof tenant !== "string") return fresh();
  const draft = tenants.get(tenant) ?? fresh();
  tenants.set(tenant, draft);
  return draft;
}

const planCheck = Compile(planSchema);

function readPlan(
  document: SourceDocument,
  plan: unknown,
  draft: Draft,
  problems: PlacedProblem[],
): void {
  if (plan === undefined) return;
  for (const { path, key, message } of findViolations(planSchema, plan, ["plan"])) {
    problems.push({ path: document.describePlace(path, key), message });
  }
  if (!planCheck.Check(plan)) return;
  const place = document.describePlace(["plan", "sensorLimit"]);
  if (draft.plan !== null && draft.plan.sensorLimit !== plan.sensorLimit) {
    const message = `contradicts ${draft.plan.place}, which says ${draft.plan.sensorLimit}`;
    problems.push({ path: place, message });
  }
  draft.plan = { sensorLimit: plan.sensorLimit, place };
}

const companyCheck = Compile(companySchema);
const collectorCheck = Compile(collectorSchema);

function readItem(
  list: (typeof lists)[number],
  item: unknown,
  path: Path,
  draft: Draft,
  rules: SensorRules,
): Violation[] {
  if (list === "sensors") {
    const { sensor, violations } = readSensor(item, path, rules);
    if (sensor !== null) draft.valid.sensors.push(sensor);
    return violations;
  }
  if (list === "maintenance") {
    const { window, violations } = readMaintenance(item, path);
    if (window !== null) draft.valid.maintenance.push(window);
    return violations;
  }
  if (list === "companies") {
    if (companyCheck.Check(item)) draft.valid.companies.push(item.name);
    return findViolations(companySchema, item, path);
  }
  const violations = findViolations(collectorSchema, item, path);
  if (violations.length > 0 || !collectorCheck.Check(item)) return violations;
  const { allow = [], deny = [] } = item.targets ?? {};
  draft.valid.collectors.push({ name: item.name, allow, deny });
  return [
    ...networkFaults(allow, [...path, "targets", "allow"]),
    ...networkFaults(deny, [...path, "targets", "deny"]),
  ];
}

function networkFaults(networks: readonly string[], path: Path): Violation[] {
  const message = "must be an address or a network such as 10.0.0.0/8 or fd00::/8";
  const wrong = networks.flatMap((network, i): Violation[] =>
    parseCidr(network) === null || network !== network.trim()
      ? [{ path: [...path, i], message }]
      : [],
  );
  return [...wrong, ...findRepeats(networks, path)];
}

/** An anchor that is used many times is wrong once. */
function withoutRepeats(problems: readonly PlacedProblem[]): PlacedProblem[] {
  const seen = new Map(problems.map((problem) => [`${problem.path}\n${problem.message}`, problem]));
  return [...seen.values()];
}
