import type { FastifyInstance } from "fastify";
import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { AppPlugin } from "./app.ts";
import { acceptJsonOnly } from "./bodies.ts";
import { compressReplies } from "./compress-replies.ts";
import { tagReply } from "./entity-tag.ts";
import { type GateOptions, addGate } from "./gate.ts";
import { describeRoutes } from "./openapi.ts";
import type { PublicApi } from "./public-api.ts";
import { addReferencePage } from "./reference-page.ts";

/** What a running public service needs; the same for every service of a server. */
export type PublicServiceOptions = Omit<GateOptions, "service">;

/**
 * Makes a public service a part of an application, at `/monitor` or `/exposure`: its routes behind the gate, its
 * description and its reference page. Services share nothing but what they are given, so that each may as well be the
 * only one of its application.
 */
export function publicService(api: PublicApi, options: PublicServiceOptions): AppPlugin {
  return async (app) => {
    app.register(
      async (scope) => {
        await compressReplies(scope);
        await describeRoutes(scope, api);
        scope.register(async (keyed) => addKeyedRoutes(keyed, api, options));
        scope.register(async (open) => addReferencePage(open, scope, api));
      },
      { prefix: `/${api.name}` },
    );
  };
}

function addKeyedRoutes(app: FastifyInstance, api: PublicApi, options: PublicServiceOptions): void {
  app.decorateRequest("caller", null);
  acceptJsonOnly(app);
  app.addHook("onSend", tagReply);
  addGate(app, { ...options, service: api.name });
  api.routes(app.withTypeProvider<TypeBoxTypeProvider>());
}
