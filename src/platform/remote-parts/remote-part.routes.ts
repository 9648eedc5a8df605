import type { FastifyInstance, FastifyReply } from "fastify";
import { Problem } from "#platform/errors";
import { type MessageCheck, bodyOf, readMessage, refusingBadData } from "./bodies.ts";
import { createFailedEnrolments } from "./failed-enrolments.ts";

const maxEnrolBytes = 16 * 1024;

/**
 * Prepares an app for the routes of one kind of remote part: bodies arrive as they are, nothing is cached, and requests that
 * wait end when the server stops.
 *
 * @param maxBodyBytes of a body as it travels, mostly compressed.
 */
export function prepareRemoteRoutes(
  app: FastifyInstance,
  { maxBodyBytes, endWaits }: { maxBodyBytes: number; endWaits: () => void },
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: maxBodyBytes },
    (_request, body, done) => done(null, body),
  );
  app.addHook("onRequest", (_request, reply, done) => {
    reply.header("cache-control", "no-store");
    done();
  });
  app.addHook("preClose", (done) => {
    endWaits();
    done();
  });
}

/** Adds the route that trades a token for a credential. Failed attempts are limited by address. */
export function addEnrolRoute<Request, Reply>(
  app: FastifyInstance,
  path: string,
  check: MessageCheck<Request>,
  enrol: (request: Request) => Promise<Reply>,
): void {
  const failed = createFailedEnrolments();
  app.post(path, { bodyLimit: maxEnrolBytes }, async (request, reply) => {
    const waitSec = failed.waitSec(request.ip, performance.now());
    if (waitSec > 0) {
      reply.header("retry-after", String(waitSec));
      const what = `Too many failed enrolments came from your address. Try again in ${waitSec} s.`;
      throw new Problem("rate_limited", what);
    }
    const message = await readMessage(bodyOf(request), check, "enrolment", maxEnrolBytes);
    try {
      return await refusingBadData(enrol(message));
    } catch (error) {
      if (error instanceof Problem && error.code === "unauthorized") {
        failed.note(request.ip, performance.now());
      }
      throw error;
    }
  });
}

/** Aborts when the caller of a request that waits has gone. */
export function signalOfCaller(reply: FastifyReply): AbortSignal {
  const givenUp = new AbortController();
  reply.raw.once("close", () => givenUp.abort());
  return givenUp.signal;
}
