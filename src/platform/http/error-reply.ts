import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { Problem, type ProblemCode, type ProblemDetail, problemStatus } from "#platform/errors";
import type { Log } from "#platform/log";

/** Every reply that is not a success. */
export interface ErrorBody {
  error: string;
  code: ProblemCode;
  requestId: string;
  details?: readonly ProblemDetail[];
}

/** When to come again after a 503, in seconds. */
const retryAfterSec = 5;

/** What a client learns of a failure of ours: never its inside. */
const opaque: Partial<Record<ProblemCode, string>> = {
  internal:
    "Something went wrong on the server. Tell its operator the request id: the log says more.",
  unavailable: "The service cannot answer at the moment. Try again in a few seconds.",
};

export function errorBody(problem: Problem, requestId: string): ErrorBody {
  const hidden = opaque[problem.code];
  const body: ErrorBody = { error: hidden ?? problem.message, code: problem.code, requestId };
  const { details } = problem;
  if (details !== undefined && details.length > 0 && hidden === undefined) body.details = details;
  return body;
}

/**
 * Answers whatever was thrown before, in or after a handler; what is our fault is logged once, with the request id.
 *
 * @param isClosing once the server stops, work that is cut off is no defect.
 */
export function createErrorHandler(
  log: Log,
  isClosing: () => boolean,
): (error: unknown, request: FastifyRequest, reply: FastifyReply) => ErrorBody {
  return (error, request, reply) => {
    const cutOff = isClosing() && asProblem(error).code === "internal";
    const problem = cutOff
      ? new Problem("unavailable", "The server is stopping.")
      : asProblem(error);
    const status = problemStatus[problem.code];
    if (status >= 500) {
      const facts = { err: error, requestId: request.id, method: request.method, url: request.url };
      if (cutOff) log.debug(facts, "a request was cut off, since the server stops");
      else if (status === 503) log.warn(facts, "a request could not be answered now");
      else log.error(facts, "a request failed");
    }
    if (status === 503) reply.header("retry-after", String(retryAfterSec));
    reply.code(status);
    return errorBody(problem, request.id);
  };
}

/** Fastify's refusals of a body, in our words; by its error codes. */
const bodyRefusals: Readonly<Record<string, string>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "The body is too large.",
  FST_ERR_CTP_INVALID_JSON_BODY: "The body is not valid JSON, or has a key such as __proto__.",
  FST_ERR_CTP_EMPTY_JSON_BODY: "The body is empty; JSON is expected.",
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    "The header Content-Type is not understood; send application/json.",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "The body is not as long as Content-Length says.",
};

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isFastifyError(error) && error.statusCode !== undefined && error.statusCode < 500) {
    const sentence = bodyRefusals[error.code] ?? "The request cannot be understood.";
    return new Problem("invalid_request", sentence, { cause: error });
  }
  return new Problem("internal", "", { cause: error });
}

function isFastifyError(error: unknown): error is FastifyError {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    "statusCode" in error &&
    typeof error.statusCode === "number" &&
    error.statusCode >= 400
  );
}
