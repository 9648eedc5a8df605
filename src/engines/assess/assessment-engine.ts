import { activeDirectoryRules } from "#engines/active-directory-rules";
import type { AssessmentContext, AssessmentEngine } from "#engines/directory-types";
import type { ActiveDirectorySpec, DirectoryFacts, EntraSpec } from "#engines/directory-types";
import { entraRules, readEntra } from "#engines/entra";
import { type DeltaMemory, createDeltaMemory, createGraphReader } from "#engines/graph";
import { readDomain } from "#engines/ldap";
import { factsOfDomain, factsOfEntra } from "./directory-facts.ts";
import { judge } from "./judge.ts";

/** Makes the engine of a process. What Graph can tell as changes is remembered between assessments, in memory alone. */
export function createAssessmentEngine(): AssessmentEngine {
  const memory = createDeltaMemory();
  return async (spec, context) =>
    spec.type === "entra" ? assessEntra(spec, context, memory) : assessDomain(spec, context);
}

async function assessDomain(
  spec: ActiveDirectorySpec,
  context: AssessmentContext,
): Promise<DirectoryFacts> {
  const rules = activeDirectoryRules;
  let objects = 0;
  const { signal, now, refuse, onProgress } = context;
  const domain = await readDomain(spec, {
    signal,
    now,
    refuse,
    onProgress: (progress) => {
      objects = progress.objects;
      onProgress({ ...progress, rulesDone: 0, rulesTotal: rules.length });
    },
  });
  const { thresholds } = spec;
  await judge({ rules, directory: domain, now: domain.readAt, thresholds, objects }, context);
  return factsOfDomain(domain);
}

async function assessEntra(
  spec: EntraSpec,
  context: AssessmentContext,
  memory: DeltaMemory,
): Promise<DirectoryFacts> {
  const rules = entraRules;
  let objects = 0;
  const { signal, now, refuse, onProgress } = context;
  const tell = (what: string): void =>
    onProgress({ phase: "reading", what, objects, rulesDone: 0, rulesTotal: rules.length });
  const reader = createGraphReader(spec, {
    signal,
    now,
    refuse,
    memory,
    onProgress: (what, read) => {
      objects = read;
      tell(what);
    },
  });
  const tenant = await readEntra(reader, spec, { now, onProgress: tell });
  const { thresholds } = spec;
  await judge({ rules, directory: tenant, now: tenant.readAt, thresholds, objects }, context);
  return factsOfEntra(tenant);
}
