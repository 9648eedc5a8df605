import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Compile } from "typebox/compile";
import { gzip } from "#lib/gzip";
import { Problem } from "#platform/errors";
import { addEnrolRoute, bodyOf, prepareRemoteRoutes, signalOfCaller } from "#platform/remote-parts";
import { EnrolRequest } from "#wire/enrolment.v1";
import { authenticateCollector } from "./authenticate-collector.ts";
import type { CollectorIntake } from "./collector-intake.ts";
import type { CallingCollector } from "./collector.ts";
import { enrolCollector } from "./enrol-collector.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set on the routes of enrolled collectors. */
    collector: CallingCollector | null;
  }
}

const enrolRequest = Compile(EnrolRequest);
/** Compressed: results shrink to a fifth, so this is far above what a collector sends. */
const maxResultsBytes = 8 * 1024 * 1024;
/** Smaller replies gain nothing by compression. */
const compressFromBytes = 16 * 1024;

/** The routes that remote collectors call, `/remote/v1/…`, as `wire/collector.v1.ts` describes them. */
export function collectorRoutes(intake: CollectorIntake): (app: FastifyInstance) => void {
  return (app) => {
    const maxBodyBytes = maxResultsBytes;
    prepareRemoteRoutes(app, { maxBodyBytes, endWaits: () => intake.endWaits() });
    addEnrolRoute(app, "/remote/v1/enrol", enrolRequest, (body) => enrolCollector(intake, body));
    app.decorateRequest("collector", null);
    const onRequest = async (request: FastifyRequest): Promise<void> => {
      const { authorization } = request.headers;
      request.collector = await authenticateCollector(intake.database, authorization);
    };

    app.get("/remote/v1/collector/assignment", { onRequest }, async (request, reply) => {
      const collector = callerOf(request);
      const since = wholeNumber(request, "since");
      const waitMs = wholeNumber(request, "waitMs") ?? 0;
      const doesErrands = wholeNumber(request, "errands") === 1;
      const question = { since, waitMs, doesErrands };
      const assignment = await intake.assignment(collector, question, signalOfCaller(reply));
      return sendJson(request, reply, JSON.stringify(assignment));
    });

    app.post("/remote/v1/collector/results", { onRequest }, async (request) =>
      intake.results(callerOf(request), bodyOf(request)),
    );

    app.post("/remote/v1/collector/errands", { onRequest }, async (request) =>
      intake.errand(callerOf(request), bodyOf(request)),
    );
  };
}

function callerOf(request: FastifyRequest): CallingCollector {
  if (request.collector === null) throw new Error("this route is not for collectors");
  return request.collector;
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
