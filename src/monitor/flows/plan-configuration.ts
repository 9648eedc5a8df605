import {
  type ConfigurationChanges,
  type KnownNames,
  type MonitorDeclaration,
  checkNames,
  diffConfiguration,
} from "#monitor/configuration";
import type { PlacedProblem } from "#platform/declarations";
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
    prune: boolean;
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
  { prune, companies }: { prune: boolean; companies: ReadonlySet<string> },
): KnownNames {
  const { collectors, sensors } = configuration;
  const staying = collectors.filter(({ embedded }) => embedded || !prune);
  return {
    companies,
    collectors: new Set(staying.map(({ name }) => name)),
    sensors: new Map(prune ? [] : sensors.map(({ declaredAs, parent }) => [declaredAs, parent])),
  };
}
