import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Compile } from "typebox/compile";
import { gzip } from "#lib/gzip";
import { Problem } from "#platform/errors";
import { EnrolRequest } from "#wire/enrolment.v1";
import { authenticateCollector } from "./authenticate-collector.ts";
import type { CollectorIntake } from "./collector-intake.ts";
import type { CallingCollector } from "./collector.ts";
import { enrolCollector } from "./enrol-collector.ts";
import { createFailedEnrolments } from "./failed-enrolments.ts";
import { readJson } from "./receive-results.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set on the routes of enrolled collectors. */
    collector: CallingCollector | null;
  }
}

const enrolRequest = Compile(EnrolRequest);
const maxEnrolBytes = 16 * 1024;
/** Compressed: results shrink to a fifth, so this is far above what a collector sends. */
const maxResultsBytes = 8 * 1024 * 1024;
/** Smaller replies gain nothing by compression. */
const compressFromBytes = 16 * 1024;

/** The routes that remote collectors call, `/remote/v1/…`, as `wire/collector.v1.ts` describes them. */
export function collectorRoutes(intake: CollectorIntake): (app: FastifyInstance) => void {
  return (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: maxResultsBytes },
      (_request, body, done) => done(null, body),
    );
    app.decorateRequest("collector", null);
    app.addHook("onRequest", (_request, reply, done) => {
      reply.header("cache-control", "no-store");
      done();
    });
    app.addHook("preClose", (done) => {
      intake.endWaits();
      done();
    });
    addEnrolRoute(app, intake);

    const onRequest = async (request: FastifyRequest): Promise<void> => {
      const { authorization } = request.headers;
      request.collector = await authenticateCollector(intake.database, authorization);
    };

    app.get("/remote/v1/collector/assignment", { onRequest }, async (request, reply) => {
      const collector = callerOf(request);
      const since = wholeNumber(request, "since");
      const waitMs = wholeNumber(request, "waitMs") ?? 0;
      const givenUp = new AbortController();
      reply.raw.once("close", () => givenUp.abort());
      const assignment = await intake.assignment(collector, since, waitMs, givenUp.signal);
      return sendJson(request, reply, JSON.stringify(assignment));
    });

    app.post("/remote/v1/collector/results", { onRequest }, async (request) =>
      intake.results(callerOf(request), bodyOf(request), isGzip(request)),
    );
  };
}

function addEnrolRoute(app: FastifyInstance, intake: CollectorIntake): void {
  const failed = createFailedEnrolments();
  app.post("/remote/v1/enrol", { bodyLimit: maxEnrolBytes }, async (request, reply) => {
    const waitSec = failed.waitSec(request.ip, performance.now());
    if (waitSec > 0) {
      reply.header("retry-after", String(waitSec));
      const what = `Too many failed enrolments came from your address. Try again in ${waitSec} s.`;
      throw new Problem("rate_limited", what);
    }
    const body = await readJson(bodyOf(request), isGzip(request), maxEnrolBytes);
    if (!enrolRequest.Check(body)) {
      const what = "The body must have token, version and hostname, all of them texts.";
      throw new Problem("invalid_request", what);
    }
    try {
      return await enrolCollector(intake, body);
    } catch (error) {
      if (error instanceof Problem && error.code === "unauthorized") {
        failed.note(request.ip, performance.now());
      }
      throw error;
    }
  });
}

function callerOf(request: FastifyRequest): CallingCollector {
  if (request.collector === null) throw new Error("this route is not for collectors");
  return request.collector;
}

function bodyOf(request: FastifyRequest): Buffer {
  if (Buffer.isBuffer(request.body)) return request.body;
  throw new Problem("invalid_request", "The body is missing; JSON is expected.");
}

function isGzip(request: FastifyRequest): boolean {
  const encoding = request.headers["content-encoding"]?.trim().toLowerCase() ?? "identity";
  if (encoding === "gzip") return true;
  if (encoding === "identity" || encoding === "") return false;
  throw new Problem("invalid_request", "Content-Encoding must be gzip or left out.");
}

function wholeNumber(request: FastifyRequest, name: string): number | null {
  const query: unknown = request.query;
  const isObject = typeof query === "object" && query !== null;
  const text: unknown = isObject ? new Map(Object.entries(query)).get(name) : undefined;
  if (text === undefined) return null;
  if (typeof text === "string" && /^\d{1,15}$/.test(text)) return Number(text);
  throw new Problem("invalid_request", `The query parameter ${name} must be a whole number.`);
}

/** Assignments of thousands of sensors travel far: they are compressed, when the collector takes that. */
async function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  json: string,
): Promise<FastifyReply> {
  reply.type("application/json; charset=utf-8");
  const accepted = request.headers["accept-encoding"] ?? "";
  if (json.length < compressFromBytes || !/\bgzip\b/.test(accepted)) return reply.send(json);
  return reply.header("content-encoding", "gzip").send(await gzip(json));
}
