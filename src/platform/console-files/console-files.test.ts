import assert from "node:assert/strict";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { buildApp } from "#platform/http";
import { createLog } from "#platform/log";
import { createRegistry } from "#platform/metrics";
import { type ConsoleFilesOptions, consoleFiles } from "./console-files.routes.ts";

const html = `<!doctype html><html><head><base href="/" /><meta name="csp-nonce" content="" /></head></html>`;
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

async function createApp(t: TestContext, options: Partial<ConsoleFilesOptions> = {}, built = true) {
  const folder = await mkdtemp(join(tmpdir(), "vedette-console-"));
  if (built) {
    await mkdir(join(folder, "assets"));
    await writeFile(join(folder, "index.html"), html);
    await writeFile(join(folder, "secret"), "not for everybody");
    await writeFile(join(folder, "assets/index-abc.js"), "plain");
    await writeFile(join(folder, "assets/index-abc.js.br"), "as brotli");
    await writeFile(join(folder, "assets/index-abc.js.gz"), "as gzip");
  }
  const publicUrl = options.publicUrl ?? null;
  const files = consoleFiles({
    folder,
    publicUrl,
    trustedProxies: [],
    signInOrigins: [],
    ...options,
  });
  const app = await buildApp({
    log: createLog("silent", "test"),
    registry: createRegistry(),
    trustedProxies: options.trustedProxies ?? [],
    prefix: publicUrl?.pathname.replace(/\/$/, "") ?? "",
    plugins: [files.plugin, (scope) => void scope.get("/healthz", () => ({ ok: true }))],
    answerUnknown: files.answerUnknown,
  });
  t.after(async () => {
    await app.close();
    await rm(folder, { recursive: true });
  });
  return app;
}

test("every address that a browser opens gets the page; what is no page stays what it was", async (t) => {
  const app = await createApp(t);
  for (const url of ["/", "/sign-in", "/t/default/sensors?q=x", "/t/a%20b/findings/1"]) {
    const reply = await app.inject({ url, headers: browser });
    assert.equal(reply.statusCode, 200, url);
    assert.match(reply.headers["content-type"] ?? "", /^text\/html/);
    assert.equal(reply.headers["cache-control"], "private, no-cache");
  }
  assert.deepEqual((await app.inject({ url: "/healthz", headers: browser })).json(), { ok: true });
  const script = await app.inject({ url: "/assets/gone-1.js", headers: { accept: "*/*" } });
  assert.deepEqual([script.statusCode, script.json().code], [404, "not_found"]);
  assert.equal((await app.inject({ url: "/nothing" })).statusCode, 404);
  assert.equal(
    (await app.inject({ method: "POST", url: "/t/a", headers: browser })).statusCode,
    404,
  );
  assert.equal((await app.inject({ url: "/t/%zz", headers: browser })).statusCode, 400);
});

test("nothing but the policy's own may run in the page, and its nonce is new each time", async (t) => {
  const app = await createApp(t, { signInOrigins: ["https://login.example.com"] });
  const nonces = new Set<string>();
  for (let i = 0; i < 3; i += 1) {
    const { body, headers } = await app.inject({ url: "/", headers: browser });
    const policy = String(headers["content-security-policy"]);
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? "";
    assert.ok(body.includes(`<meta name="csp-nonce" content="${nonce}" />`));
    assert.ok(policy.includes("default-src 'none'; script-src 'self'; style-src 'self' 'nonce-"));
    assert.ok(policy.includes("form-action 'self' https://login.example.com"));
    assert.doesNotMatch(policy, /unsafe/);
    nonces.add(nonce);
    assert.equal(headers["x-frame-options"], "DENY");
    assert.equal(headers["referrer-policy"], "same-origin");
    assert.equal(headers["cross-origin-opener-policy"], "same-origin");
    assert.equal(headers["strict-transport-security"], undefined);
  }
  assert.equal(nonces.size, 3);
});

test("assets are kept for ever, and compressed as the browser understands", async (t) => {
  const app = await createApp(t);
  for (const [encoding, body] of [
    ["br, gzip", "as brotli"],
    ["gzip", "as gzip"],
    ["identity", "plain"],
  ]) {
    const headers = { "accept-encoding": encoding };
    const reply = await app.inject({ url: "/assets/index-abc.js", headers });
    assert.equal(reply.body, body);
    assert.match(reply.headers["content-type"] ?? "", /javascript/);
    assert.equal(reply.headers["cache-control"], "public, max-age=31536000, immutable");
  }
});

test("no file outside of the assets can be fetched", async (t) => {
  const app = await createApp(t);
  for (const url of [
    "/assets/../secret",
    "/assets/%2e%2e/secret",
    "/assets/..%2fsecret",
    "/secret",
  ]) {
    const reply = await app.inject({ url });
    assert.ok(reply.statusCode === 404 || reply.statusCode === 403, `${url}: ${reply.statusCode}`);
    assert.ok(!reply.body.includes("not for everybody"));
  }
});

test("behind a path of the public address, the page says where it is, and the path may be handed on", async (t) => {
  const app = await createApp(t, { publicUrl: new URL("https://example.com/net/vedette/") });
  for (const url of [
    "/",
    "/t/default",
    "/net/vedette/",
    "/net/vedette",
    "/net/vedette/t/default",
  ]) {
    const reply = await app.inject({ url, headers: browser });
    assert.equal(reply.statusCode, 200, url);
    assert.ok(reply.body.includes('<base href="/net/vedette/" />'));
    assert.equal(reply.headers["strict-transport-security"], "max-age=31536000");
  }
  const asset = await app.inject({ url: "/net/vedette/assets/index-abc.js" });
  assert.equal(asset.statusCode, 200);
  assert.equal((await app.inject({ url: "/net/vedette/healthz" })).statusCode, 200);
  assert.equal((await app.inject({ url: "/net/vedettes/healthz" })).statusCode, 404);
});

test("a prefix is taken from a trusted proxy only, and only when it is a path", async (t) => {
  const trusting = await createApp(t, { trustedProxies: ["127.0.0.0/8"] });
  const wary = await createApp(t);
  const baseOf = async (app: typeof wary, prefix: string) => {
    const headers = { ...browser, "x-forwarded-prefix": prefix };
    return /<base href="([^"]*)"/.exec((await app.inject({ url: "/", headers })).body)?.[1];
  };
  assert.equal(await baseOf(trusting, "/vedette"), "/vedette/");
  assert.equal(await baseOf(trusting, "/a/b/"), "/a/b/");
  assert.equal(await baseOf(wary, "/vedette"), "/");
  for (const bad of [
    "//evil.test",
    "https://evil.test",
    '/"><script>',
    "/../x",
    "/a b",
    "vedette",
  ]) {
    assert.equal(await baseOf(trusting, bad), "/", bad);
  }
});

test("where the console was not built, the page says how to build it", async (t) => {
  const app = await createApp(t, {}, false);
  const reply = await app.inject({ url: "/", headers: browser });
  assert.equal(reply.statusCode, 503);
  assert.match(reply.body, /npm run build/);
  assert.equal((await app.inject({ url: "/healthz" })).statusCode, 200);
});
