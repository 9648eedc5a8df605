import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import Type from "typebox";
import { Compile } from "typebox/compile";
import { Problem } from "#platform/errors";
import { addEnrolRoute, bodyOf, prepareRemoteRoutes, signalOfCaller } from "#platform/remote-parts";
import { EnrolRequest } from "#wire/enrolment.v1";
import type { AgentIntake } from "./agent-intake.ts";
import type { CallingAgent } from "./agent.ts";
import { authenticateAgent } from "./authenticate-agent.ts";
import { writeBundleReply } from "./bundle-reply.ts";
import { enrolAgent } from "./enrol-agent.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set on the routes of enrolled agents. */
    agent: CallingAgent | null;
  }
}

const enrolRequest = Compile(EnrolRequest);
/** Compressed: a thousand jobs with their progress are far less. */
const maxCheckInBytes = 256 * 1024;
/** Compressed: an inventory shrinks to a fifth or less. */
const maxInventoryBytes = 4 * 1024 * 1024;
/** Compressed: an ARF comes compressed already, in base64. */
const maxResultsBytes = 16 * 1024 * 1024;

const bundleParams = Type.Object({ sha256: Type.String({ pattern: "^[0-9a-f]{64}$" }) });

/** The routes that agents call, `/remote/v1/agent/…`, as `wire/agent.v1.ts` describes them. */
export function agentIntakeRoutes(intake: AgentIntake): (app: FastifyInstance) => void {
  return (app) => {
    prepareRemoteRoutes(app, { maxBodyBytes: maxCheckInBytes, endWaits: () => intake.endWaits() });
    addEnrolRoute(app, "/remote/v1/agent/enrol", enrolRequest, (body) => enrolAgent(intake, body));
    app.decorateRequest("agent", null);
    const letIn = (isWork: boolean) => async (request: FastifyRequest, reply: FastifyReply) => {
      const agent = await authenticateAgent(intake.database, request.headers.authorization);
      const end = intake.begin(agent, isWork);
      if (typeof end === "number") {
        reply.header("retry-after", String(end));
        const what = `This agent asks too much of the server. Try again in ${end} s.`;
        throw new Problem("rate_limited", what);
      }
      if (reply.raw.closed) end();
      else reply.raw.once("close", end);
      request.agent = agent;
    };
    const makeRoom =
      (mostBytes: number) => async (request: FastifyRequest, reply: FastifyReply) => {
        const said = Number(request.headers["content-length"] ?? mostBytes);
        const bytes = Math.min(said, mostBytes);
        const leave = await intake.makeRoom(callerOf(request), bytes, signalOfCaller(reply));
        if (reply.raw.closed) leave();
        else reply.raw.once("close", leave);
      };
    const work = letIn(true);

    app.post("/remote/v1/agent/check-in", { onRequest: letIn(false) }, async (request, reply) =>
      intake.checkIn(callerOf(request), bodyOf(request), signalOfCaller(reply)),
    );

    app.post(
      "/remote/v1/agent/inventory",
      { onRequest: [work, makeRoom(maxInventoryBytes)], bodyLimit: maxInventoryBytes },
      async (request) => intake.inventory(callerOf(request), bodyOf(request)),
    );

    app.post(
      "/remote/v1/agent/results",
      { onRequest: [work, makeRoom(maxResultsBytes)], bodyLimit: maxResultsBytes },
      async (request) => intake.results(callerOf(request), bodyOf(request)),
    );

    app.get<{ Params: { sha256: string } }>(
      "/remote/v1/agent/bundles/:sha256",
      { onRequest: work, schema: { params: bundleParams } },
      async (request, reply) => {
        const bundle = await intake.bundle(callerOf(request), request.params.sha256);
        const { text, bytes } = writeBundleReply(bundle);
        return reply.type("application/json").header("content-length", bytes).send(text);
      },
    );
  };
}

function callerOf(request: FastifyRequest): CallingAgent {
  if (request.agent === null) throw new Error("this route is not for agents");
  return request.agent;
}
