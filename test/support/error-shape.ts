import assert from "node:assert/strict";
import { problemStatus } from "#platform/errors";

/** What the tests look at in a reply, whether injected or from the wire. */
interface AnyReply {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/**
 * Fails unless the reply is an error as the contract shapes them all: sentence, code of the closed list with its status,
 * request id as in the header, readable from any origin.
 */
export function assertErrorShape(status: number, reply: AnyReply): void {
  assert.match(String(reply.headers["content-type"]), /^application\/json/, reply.body);
  const body: unknown = JSON.parse(reply.body);
  assert.ok(typeof body === "object" && body !== null);
  const known = ["code", "details", "error", "requestId"];
  const names = Object.keys(body).toSorted();
  assert.ok(
    names.every((name) => known.includes(name)),
    names.join(),
  );
  assert.ok("error" in body && typeof body.error === "string" && body.error.length >= 10);
  assert.match(body.error, /\.$/, "a sentence");
  assert.ok("code" in body && typeof body.code === "string");
  assert.equal(
    new Map<string, number>(Object.entries(problemStatus)).get(body.code),
    status,
    body.code,
  );
  assert.ok("requestId" in body && typeof body.requestId === "string");
  assert.equal(reply.headers["x-request-id"], body.requestId);
  if ("details" in body) {
    assert.ok(Array.isArray(body.details) && body.details.length > 0);
    for (const detail of body.details) {
      assert.deepEqual(Object.keys(detail).toSorted(), ["message", "path"]);
    }
  }
}
