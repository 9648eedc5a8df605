import Type from "typebox";
import { type ConsoleRoutes, consoleCallerOf, tenantParams } from "#platform/http";
import type { LiveHub } from "./hub.ts";

/** Proxies close a silent connection after a minute as a rule; a comment every 20 s keeps it. */
const keepAliveMs = 20_000;

/** The stream of what changes in a tenant, as server-sent events (WHATWG HTML, section 9.2). */
export function addLiveRoute(app: ConsoleRoutes, deps: { live: LiveHub }): void {
  app.get(
    "/tenants/:tenantId/live",
    {
      config: { needs: "view" },
      schema: {
        operationId: "watchTenant",
        summary: "What changes, as it changes",
        description:
          "Server-sent events: `change` with `{ topic, ids }`; `ids` is `null` when there are many. Ask for what you show.",
        tags: ["Live"],
        params: tenantParams,
        response: { 200: Type.String({ description: "text/event-stream" }) },
      },
    },
    (request, reply) => {
      const { tenantId, companyIds } = consoleCallerOf(request);
      reply.hijack();
      const { raw } = reply;
      raw.writeHead(200, {
        "x-request-id": request.id,
        "x-content-type-options": "nosniff",
        "content-type": "text/event-stream; charset=utf-8",
        "cache-control": "no-store",
        // nginx gathers replies unless told not to.
        "x-accel-buffering": "no",
      });
      raw.write("retry: 2000\nevent: open\ndata: {}\n\n");
      const stop = deps.live.watch(tenantId, ({ topic, ids }) => {
        // One who sees some companies only is not told which others changed.
        const data = JSON.stringify({ topic, ids: companyIds === null ? ids : null });
        raw.write(`event: change\ndata: ${data}\n\n`);
      });
      const timer = setInterval(() => raw.write(": still here\n\n"), keepAliveMs);
      raw.on("close", () => {
        clearInterval(timer);
        stop();
      });
    },
  );
}
