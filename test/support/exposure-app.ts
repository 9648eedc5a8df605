import type { FastifyInstance } from "fastify";
import { exposureApi } from "#exposure/public-api";
import type { KeyScope } from "#platform/api-keys";
import type { Database } from "#platform/db";
import {
  type ServiceAppOptions,
  type TestKey,
  createServiceApp,
  createTestKey,
} from "#test/service-app";

/** The exposure service's public API as an application of its own. It is closed after the file's last test. */
export function createExposureApp(
  database: Database,
  options: ServiceAppOptions = {},
): Promise<FastifyInstance> {
  return createServiceApp(exposureApi, database, options);
}

/** A key of the exposure service. */
export function createExposureKey(
  database: Database,
  tenantId: string,
  scope: KeyScope = "read_write",
): Promise<TestKey> {
  return createTestKey(database, tenantId, scope, "exposure");
}

/** Asks the application as a client with a key would. `path` begins behind `/public/v1`. */
export function askExposure(app: FastifyInstance, key: TestKey | null) {
  return async (method: "GET" | "HEAD" | "POST", path: string, payload?: object) =>
    app.inject({
      method,
      url: `/exposure/public/v1${path}`,
      headers: key === null ? {} : key.headers,
      ...(payload === undefined ? {} : { payload }),
    });
}
