import type { Server } from "node:http";
import type { Duplex } from "node:stream";
import { newId } from "#lib/ids";
import { Problem } from "#platform/errors";
import { errorBody } from "./error-reply.ts";
import { noSuchRoute } from "./gate.ts";

/** Answers a connection that never became a request, in the shape of every other error, and closes it. */
function refuseConnection(socket: Duplex, problem: Problem): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = newId();
  const body = JSON.stringify(errorBody(problem, requestId));
  const reason = problem.status === 404 ? "Not Found" : "Bad Request";
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${reason}`,
      "Access-Control-Allow-Origin: *",
      "Connection: close",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Content-Type: application/json; charset=utf-8",
      "X-Content-Type-Options: nosniff",
      `X-Request-Id: ${requestId}`,
      "",
      body,
    ].join("\r\n"),
  );
}

/** What Node's parser refuses; the rest is simply not HTTP. */
const sentences: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "The headers are too large.",
  ERR_HTTP_REQUEST_TIMEOUT: "The request did not arrive in time.",
  HPE_INVALID_METHOD: "The method is not one that HTTP knows.",
};

/** For Node's `clientError`. */
export function onClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === "ECONNRESET" || socket.destroyed) {
    socket.destroy();
    return;
  }
  const sentence = sentences[error.code ?? ""] ?? "This is not a valid HTTP request.";
  refuseConnection(socket, new Problem("invalid_request", sentence));
}

/** What Node would answer in its own way, or not at all. */
export function answerRareRequests(server: Server): void {
  // An expectation other than 100-continue may be ignored (RFC 9110 section 10.1.1).
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    refuseConnection(socket, noSuchRoute());
  });
}
