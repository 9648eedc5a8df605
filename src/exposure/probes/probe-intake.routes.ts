import type { FastifyInstance, FastifyRequest } from "fastify";
import { Compile } from "typebox/compile";
import { addEnrolRoute, bodyOf, prepareRemoteRoutes, signalOfCaller } from "#platform/remote-parts";
import { EnrolRequest } from "#wire/enrolment.v1";
import { authenticateProbe } from "./authenticate-probe.ts";
import { enrolProbe } from "./enrol-probe.ts";
import type { ProbeIntake } from "./probe-intake.ts";
import type { CallingProbe } from "./probe.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** Set on the routes of enrolled probes. */
    probe: CallingProbe | null;
  }
}

const enrolRequest = Compile(EnrolRequest);
/** Compressed: reports shrink to a fifth, so this is far above what a probe sends. */
const maxBodyBytes = 8 * 1024 * 1024;

/** The routes that remote probes call, `/remote/v1/probe/…`, as `wire/probe.v1.ts` describes them. */
export function probeIntakeRoutes(intake: ProbeIntake): (app: FastifyInstance) => void {
  return (app) => {
    prepareRemoteRoutes(app, { maxBodyBytes, endWaits: () => intake.endWaits() });
    addEnrolRoute(app, "/remote/v1/probe/enrol", enrolRequest, (body) => enrolProbe(intake, body));
    app.decorateRequest("probe", null);
    const onRequest = async (request: FastifyRequest): Promise<void> => {
      request.probe = await authenticateProbe(intake.database, request.headers.authorization);
    };

    app.post("/remote/v1/probe/check-in", { onRequest }, async (request, reply) =>
      intake.checkIn(callerOf(request), bodyOf(request), signalOfCaller(reply)),
    );

    app.post("/remote/v1/probe/reports", { onRequest }, async (request) =>
      intake.reports(callerOf(request), bodyOf(request)),
    );
  };
}

function callerOf(request: FastifyRequest): CallingProbe {
  if (request.probe === null) throw new Error("this route is not for probes");
  return request.probe;
}
