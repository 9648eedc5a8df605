import type { FastifyRequest } from "fastify";
import type { Context, Scope } from "#platform/context";

/** Who calls the public API: the context for verbs, and the tenant's name. */
export interface Caller extends Context {
  tenantName: string;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Set by the gate of a public service once the key was recognised. */
    caller: Caller | null;
  }
  interface FastifyContextConfig {
    /** What a key needs for this route of a public service. */
    scope?: Scope;
  }
}

/** The caller of a request behind the gate. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error("this route is not behind the gate");
  return request.caller;
}
