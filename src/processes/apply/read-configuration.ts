import { type ExposureDeclaration, createExposureReader } from "#exposure/configuration";
import { type MonitorDeclaration, createMonitorReader } from "#monitor/configuration";
import {
  type DeclarationFile,
  type DocumentReader,
  type Environment,
  type ReadDeclarations,
  readDeclarations,
} from "#platform/declarations";

/** What the files say about one tenant, service by service. */
export interface Declared {
  monitor: MonitorDeclaration;
  exposure: ExposureDeclaration;
}

/** What configuration files say, and everything that is wrong with it. */
export type ReadConfiguration = ReadDeclarations<Declared>;

/**
 * Reads configuration files. Together they are one configuration; a tenant may be declared by several documents.
 *
 * @param env where `${NAME}` is looked up.
 */
export function readConfiguration(
  files: readonly DeclarationFile[],
  env: Environment,
  rules: { minIntervalSec: number },
): ReadConfiguration {
  return readDeclarations(files, env, bothServices(rules));
}

/** Reads the keys of both services. */
export function bothServices(rules: { minIntervalSec: number }): DocumentReader<Declared> {
  const monitor = createMonitorReader(rules);
  const exposure = createExposureReader();
  return {
    keys: [...monitor.keys, ...exposure.keys],
    start: () => ({ monitor: monitor.start(), exposure: exposure.start() }),
    read: (document, declared) => [
      ...monitor.read(document, declared.monitor),
      ...exposure.read(document, declared.exposure),
    ],
  };
}
