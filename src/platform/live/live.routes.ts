import type { ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import {
  type ConsoleCaller,
  type ConsoleRoutes,
  type SignedIn,
  consoleCallerOf,
  signedInOf,
  tenantParams,
} from "#platform/http";
import { findMembership } from "#platform/members";
import type { LiveHub } from "./hub.ts";

/** What the stream needs. */
export interface LiveDeps {
  live: LiveHub;
  database: Database;
  accounts: { readSession(request: FastifyRequest): Promise<SignedIn | null> };
}

/** What may wait in memory for one slow reader. */
const mostUnreadBytes = 1_000_000;

/** Streams that one person may have open at one server: pages, screens on walls, and some more. */
export const mostStreams = 100;

/** The stream of what changes in a tenant, as server-sent events (WHATWG HTML, section 9.2). */
export function addLiveRoute(app: ConsoleRoutes, deps: LiveDeps): void {
  const streamsOf = new Map<string, number>();
  const open = new Set<ServerResponse>();
  let stopping = false;
  app.addHook("preClose", (done) => {
    stopping = true;
    // A stream has no end of its own: the server would wait for it for ever.
    for (const raw of open) {
      raw.end();
      raw.socket?.destroySoon();
    }
    done();
  });
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
      // While the session was looked up, the server may have been told to stop.
      if (stopping) throw new Problem("unavailable", "The server is stopping.");
      const caller = consoleCallerOf(request);
      const { tenantId, companyIds } = caller;
      const { userId } = signedInOf(request);
      const { raw } = reply;
      if (raw.destroyed || raw.socket?.destroyed !== false) {
        // Its page went away while the session was looked up: nothing would tell us again that the stream has ended.
        reply.hijack();
        return;
      }
      const count = (streamsOf.get(userId) ?? 0) + 1;
      if (count > mostStreams) {
        throw new Problem(
          "rate_limited",
          `You have ${mostStreams} pages open that watch for news. Close some of them.`,
        );
      }
      streamsOf.set(userId, count);
      reply.hijack();
      open.add(raw);
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
        // Who does not read is let go, and reads everything anew when it comes back.
        if (raw.writableLength > mostUnreadBytes) raw.destroy();
      });
      // Nothing else asks again on a stream whether its reader may still read. One that ends is opened anew by the page,
      // and refused then with the reason.
      const check = async (): Promise<void> => {
        const still = await mayStillRead(request, caller, deps).catch(() => false);
        if (raw.destroyed || raw.writableEnded) return;
        if (still) raw.write(": still here\n\n");
        else raw.end();
      };
      const timer = setInterval(() => void check(), deps.live.keepAliveMs);
      raw.on("close", () => {
        clearInterval(timer);
        stop();
        const left = (streamsOf.get(userId) ?? 1) - 1;
        if (left === 0) streamsOf.delete(userId);
        else streamsOf.set(userId, left);
        open.delete(raw);
      });
    },
  );
}

/** Whether the session holds, and the person is in the tenant what it was when the stream began. */
async function mayStillRead(
  request: FastifyRequest,
  { tenantId, role, companyIds }: ConsoleCaller,
  { accounts, database }: LiveDeps,
): Promise<boolean> {
  const signedIn = await accounts.readSession(request);
  if (signedIn === null) return false;
  const member = await findMembership(database.forTenant(tenantId), tenantId, signedIn.userId);
  return member?.role === role && String(member.companyIds) === String(companyIds);
}
