import Type from "typebox";
import { type PublicRoutes, callerOf, pageParameters, refTo, replyWithList } from "#platform/http";
import { listProbes } from "./list-probes.ts";
import { ProbeListSchema } from "./listed-probe.ts";

/** The public API of probes. */
export function addProbeRoutes(app: PublicRoutes): void {
  app.get(
    "/public/v1/probes",
    {
      config: { scope: "read" },
      schema: {
        operationId: "listProbes",
        summary: "List probes, and whether they are online",
        description: "Ordered by id. Without `limit` the whole list is sent.",
        tags: ["Probes"],
        querystring: Type.Object(pageParameters),
        response: { 200: refTo(ProbeListSchema) },
      },
    },
    async (request, reply) => {
      const { tenantId, now } = callerOf(request);
      return replyWithList(request, reply, request.query, listProbes(tenantId, now()));
    },
  );
}
