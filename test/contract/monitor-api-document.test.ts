import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { monitorApi } from "#monitor/public-api";
import { describeApi } from "#platform/http";
import { readApiDocument } from "#test/api-document";
import { createSampleApp } from "#test/sample-service";

test("openapi/monitor.v1.json is what the routes say; `node scripts/write-openapi.ts` writes it", async () => {
  const file = new URL("../../openapi/monitor.v1.json", import.meta.url);
  assert.equal(await readFile(file, "utf8"), await describeApi(monitorApi));
});

test("every operation has a name of its own and describes its refusals", async () => {
  const { operations } = await readApiDocument("monitor.v1");
  for (const { method, path, statuses } of operations) {
    const writes = method !== "GET";
    for (const status of [200, 400, 401, 429, 500, 503, ...(writes ? [403] : [])]) {
      assert.ok(statuses.includes(status), `${method} ${path} ${status}`);
    }
    assert.equal(statuses.includes(403), writes, "only writing needs more than a key");
  }
});

test("the description is served to anybody, and the reference page needs nothing from elsewhere", async () => {
  const app = await createSampleApp();
  const description = await app.inject("/monitor/public/v1/openapi.json");
  assert.equal(description.statusCode, 200);
  assert.equal(description.headers["access-control-allow-origin"], "*");
  assert.equal(description.json().openapi, "3.1.0");
  assert.deepEqual(description.json().servers, [{ url: "/monitor" }]);

  for (const url of ["/monitor/docs", "/monitor/docs/"]) {
    const page = await app.inject(url);
    assert.equal(page.statusCode, 200);
    const policy = String(page.headers["content-security-policy"]);
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
    assert.doesNotMatch(policy, /unsafe|https?:/);
    assert.doesNotMatch(
      page.body,
      /<script>|<style|style=|https?:\/\//,
      "nothing inline, nothing from elsewhere",
    );
    const links = Array.from(
      page.body.matchAll(/(?:src|href)="([^"]+)"/g),
      (match) => match[1] ?? "",
    );
    assert.ok(links.length >= 5);
    for (const link of links) {
      const target = new URL(link, `http://x${url}`);
      assert.equal((await app.inject(target.pathname)).statusCode, 200, target.pathname);
    }
  }
  assert.equal((await app.inject("/monitor/docs/json")).json().openapi, "3.1.0");
  assert.equal((await app.inject("/monitor/docs/no-such-file")).statusCode, 401);
  assert.equal((await app.inject("/monitor/docs/static/no-such-file")).statusCode, 404);
});
