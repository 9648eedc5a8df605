import type { FastifyInstance } from "fastify";
import { type Registry, metricsContentType } from "#platform/metrics";

/** Whether one part of the process can do its work. */
export interface PartReadiness {
  /** `database`, `collector` … */
  name: string;
  ready: boolean;
  /** What it waits for, in words; `null` when it is ready. */
  because: string | null;
}

export interface OperationsOptions {
  /** Asked at each `GET /readyz`. */
  readiness: () => Promise<readonly PartReadiness[]>;
  registry: Registry;
}

/**
 * For those who operate the process: `/healthz` says that it lives, `/readyz` that all parts are ready (200) or which are
 * not (503), `/metrics` shows its figures. No key: they tell nothing of any tenant.
 */
export function operations(options: OperationsOptions): (app: FastifyInstance) => void {
  return (app) => {
    app.addHook("onRequest", (_request, reply, done) => {
      reply.header("cache-control", "no-store");
      done();
    });
    app.get("/healthz", () => ({ ok: true }));
    app.get("/readyz", async (_request, reply) => {
      const parts = await options.readiness();
      const ready = parts.every((part) => part.ready);
      return reply.code(ready ? 200 : 503).send({ ready, parts });
    });
    app.get("/metrics", (_request, reply) =>
      reply.type(metricsContentType).send(options.registry.render()),
    );
  };
}
