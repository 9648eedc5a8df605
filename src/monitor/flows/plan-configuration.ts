import {
  type ConfigurationChanges,
  type KnownNames,
  type MonitorDeclaration,
  checkNames,
  diffConfiguration,
} from "#monitor/configuration";
import { type PlacedProblem, type Prune, isPruned } from "#platform/declarations";
import type { Existing } from "./read-existing-configuration.ts";

/** What is to be done for a tenant's monitoring. With any problem or refusal, nothing may be changed. */
export interface MonitorPlan {
  changes: ConfigurationChanges;
  problems: PlacedProblem[];
  /** A sentence each. */
  refusals: string[];
}

/** Compares what a tenant has with what its files declare. */
export function planConfiguration(
  { configuration, names }: MonitorDeclaration,
  existing: Existing,
  options: {
    prune: Prune;
    sensorLimit: number;
    /** Those there will be. */
    companies: ReadonlySet<string>;
    deletedCompanies: readonly string[];
  },
): MonitorPlan {
  const known = knownNames(existing, options);
  const { changes, refusals } = diffConfiguration(existing.configuration, configuration, options);
  return { changes, problems: checkNames(names, known), refusals };
}

/** What a file may refer to without declaring it. */
function knownNames(
  { configuration }: Existing,
  { prune, companies }: { prune: Prune; companies: ReadonlySet<string> },
): KnownNames {
  const { collectors, sensors } = configuration;
  const staying = collectors.filter(
    ({ name, embedded }) => embedded || !isPruned(prune, "collectors", name),
  );
  return {
    companies,
    collectors: new Set(staying.map(({ name }) => name)),
    sensors: new Map(
      sensors
        .filter(({ declaredAs }) => !isPruned(prune, "sensors", declaredAs))
        .map(({ declaredAs, parent }) => [declaredAs, parent]),
    ),
  };
}
