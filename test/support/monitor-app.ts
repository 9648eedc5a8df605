import type { FastifyInstance } from "fastify";
import { monitorApi } from "#monitor/public-api";
import type { Database } from "#platform/db";
import { type ServiceAppOptions, createServiceApp } from "#test/service-app";

export type { TestKey } from "#test/service-app";
export { createTestKey, systemContext } from "#test/service-app";

/** The monitoring service's public API as an application of its own. It is closed after the file's last test. */
export function createMonitorApp(
  database: Database,
  options: ServiceAppOptions = {},
): Promise<FastifyInstance> {
  return createServiceApp(monitorApi, database, options);
}
