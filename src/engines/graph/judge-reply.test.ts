import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { judgeReply } from "./judge-reply.ts";

const judged = (status: number, code = "", message = "") =>
  judgeReply({ status, headers: {}, body: { error: { code, message } } }).kind;

test("a status means what Graph's documentation says of it", () => {
  assert.deepEqual(
    [200, 204, 401, 403, 404, 410, 429, 503, 504, 400, 501, 302].map((status) => judged(status)),
    [
      "answered",
      "absent",
      "unauthorised",
      "unpermitted",
      "absent",
      "gone",
      "busy",
      "busy",
      "busy",
      "failed",
      "failed",
      "failed",
    ],
  );
});

test("a missing licence is told from a missing permission, and from words that look like one", () => {
  assert.equal(judged(400, "AadPremiumLicenseRequired"), "unlicensed");
  assert.equal(judged(403, "Authentication_RequestFromNonPremiumTenantOrB2CTenant"), "unlicensed");
  assert.equal(judged(403, "x", "Your tenant is not licensed for this feature."), "unlicensed");
  assert.equal(judged(401, "x", "tenant doesn't have premium license"), "unlicensed");
  assert.equal(
    judged(403, "Authorization_RequestDenied", "Insufficient privileges"),
    "unpermitted",
  );
  // In the words of three services: of the last one no licence was looked at.
  assert.equal(
    judged(
      403,
      "AccessDenied",
      "You cannot perform the requested operation, required scopes are missing in the token.",
    ),
    "unpermitted",
  );
  assert.equal(
    judged(
      403,
      "Authentication_MSGraphPermissionMissing",
      "Calling principal does not have required MSGraph permissions AuditLog.Read.All",
    ),
    "unpermitted",
  );
  assert.equal(
    judged(
      403,
      "Authentication_ApplicationHasNoDirectoryReadAccess",
      "Failed to do premium license check from ADGraph",
    ),
    "unpermitted",
  );
  assert.equal(judged(404, "x", "The licence was not found"), "absent");
  assert.equal(judged(429, "x", "premium"), "busy");
});

test("whatever a body is, there is a judgement", () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 599 }), fc.jsonValue(), (status, body) => {
      const { kind } = judgeReply({ status, headers: {}, body });
      assert.equal(kind === "answered", status >= 200 && status < 300 && status !== 204);
    }),
  );
});
