import { after } from "node:test";
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import Type from "typebox";
import type { Authenticator, KeyHolder } from "#platform/api-keys";
import { type Database, DatabaseUnavailable } from "#platform/db";
import { Problem } from "#platform/errors";
import {
  type AppPlugin,
  type PublicApi,
  buildApp,
  callerOf,
  expectNoBody,
  publicService,
  queryParameter,
} from "#platform/http";
import { type Log, createLog } from "#platform/log";
import { createRegistry } from "#platform/metrics";
import { wrongParameter } from "#platform/pagination";
import { createMemoryLimiter } from "#platform/rate-limit";

/** A small public service, to show what holds for each of them whatever it is about. It needs no database. */
const sampleApi: PublicApi = {
  name: "monitor",
  keyPrefix: "vdm_live_",
  title: "Sample",
  description: "A sample.",
  tags: [],
  schemas: [],
  routes: (app) => {
    const read = { config: { scope: "read" } } as const;
    const params = Type.Object({ id: Type.String() });
    app.get(
      "/public/v1/things",
      { ...read, schema: { querystring: Type.Object({ size: queryParameter(Type.Integer()) }) } },
      async ({ query }) => {
        if (query.size !== undefined && query.size !== "1")
          throw wrongParameter("size", "must be 1");
        return { things: [] };
      },
    );
    app.get("/public/v1/things/:id", { ...read, schema: { params } }, async (request) => {
      if (request.params.id !== "known") throw new Problem("not_found", "There is no such thing.");
      return { id: "known", tenant: callerOf(request).tenantId, text: "text ".repeat(1000) };
    });
    app.patch(
      "/public/v1/things/:id",
      {
        config: { scope: "write" },
        schema: {
          params,
          body: Type.Object(
            {
              name: Type.Optional(Type.String()),
              size: Type.Optional(Type.Integer({ minimum: 30 })),
              on: Type.Optional(Type.Boolean()),
            },
            { additionalProperties: false },
          ),
        },
      },
      async (request) => {
        if (request.params.id !== "known")
          throw new Problem("not_found", "There is no such thing.");
        return { ok: true, body: request.body };
      },
    );
    app.post("/public/v1/things/:id/touch", { config: { scope: "write" } }, async (request) => {
      expectNoBody(request.body);
      return { ok: true };
    });
    app.get("/public/v1/defect", read, async () => {
      throw new Error("secret inside");
    });
    app.get("/public/v1/away", read, async () => {
      throw new DatabaseUnavailable("secret place", new Error("secret reason"));
    });
    app.get("/public/v1/broken-stream", read, async (_request, reply) => {
      const pieces = (async function* () {
        yield "beginning ".repeat(10_000);
        throw new Error("the source broke");
      })();
      return reply.type("application/json").send(Readable.from(pieces));
    });
  },
};

/** Keys of the sample service. */
export const sampleKeys = {
  read: { authorization: "Bearer reader" },
  write: { authorization: "Bearer writer" },
};

const holders: Readonly<Record<string, KeyHolder>> = {
  "Bearer reader": holder("reader", ["read"]),
  "Bearer writer": holder("writer", ["read", "write"]),
};

function holder(name: string, scopes: KeyHolder["scopes"]): KeyHolder {
  return { keyId: name, keyName: name, tenantId: "t", tenantName: "tenant", scopes };
}

const authenticator: Authenticator = {
  async authenticate(_service, authorization) {
    const found = holders[authorization ?? ""];
    if (found === undefined) throw new Problem("unauthorized", "No such key.");
    return found;
  },
  close: async () => undefined,
};

/** Handlers of the sample service ask no database, so nobody may reach for one. */
const noDatabase: Database = {
  forTenant: unreachable,
  get system(): never {
    return unreachable();
  },
  transaction: unreachable,
  snapshot: unreachable,
  listen: unreachable,
  close: unreachable,
};

function unreachable(): never {
  throw new Error("the sample service has no database");
}

/** An application with the sample service. It is closed after the file's last test. */
export async function createSampleApp(
  options: {
    limit?: number;
    now?: () => number;
    log?: Log;
    plugins?: AppPlugin[];
    trustedProxies?: string[];
  } = {},
): Promise<FastifyInstance> {
  const { limit = 1e9, now = () => 0, log = createLog("silent", "test"), plugins = [] } = options;
  const { trustedProxies = [] } = options;
  const app = await buildApp({
    log,
    registry: createRegistry(),
    trustedProxies,
    plugins: [
      publicService(sampleApi, {
        authenticator,
        keyLimiter: createMemoryLimiter({ limit, now, maxKeys: 10 }),
        addressLimiter: createMemoryLimiter({ limit: 60, now, maxKeys: 10 }),
        database: noDatabase,
        now,
      }),
      ...plugins,
    ],
  });
  after(() => app.close());
  await app.ready();
  return app;
}
