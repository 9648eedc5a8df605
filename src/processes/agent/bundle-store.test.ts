import assert from "node:assert/strict";
import { hash } from "node:crypto";
import { mkdtemp, readFile, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createServerClock, createServerLink } from "#remote/link";
import { until } from "#test/until";
import { createBundleStore } from "./bundle-store.ts";
import { createFetchBundle } from "./fetch-bundle.ts";
import { type FakeServer, fakeServer } from "./testing/fake-server.ts";

const { signal } = new AbortController();
const bundleOf = (xml: string) => ({ sha256: hash("sha256", xml), bytes: Buffer.byteLength(xml) });

function linkTo(server: string) {
  return createServerLink({ server, credential: "x", clock: createServerClock(), signal });
}

async function storeOf(t: TestContext, server: FakeServer, waitMs = 10_000) {
  const directory = await mkdtemp(join(tmpdir(), "vedette-bundles-"));
  t.after(() => rm(directory, { recursive: true }));
  const fetched = () => server.calls.filter((path) => path.includes("/bundles/")).length;
  const store = createBundleStore(directory, createFetchBundle(linkTo(server.url), waitMs));
  return { directory, fetched, store };
}

function offer(server: FakeServer, xml: string) {
  const bundle = bundleOf(xml);
  server.bundles.set(bundle.sha256, xml);
  return bundle;
}

test("a bundle that somebody changed on disk is fetched anew", async (t) => {
  const server = await fakeServer(t);
  const { store, fetched } = await storeOf(t, server);
  const bundle = offer(server, "<a/>");
  const path = await store.fileOf(bundle, signal);
  await writeFile(path, "<b/>");
  assert.equal(await store.fileOf(bundle, signal), path);
  assert.equal(await readFile(path, "utf8"), "<a/>");
  await store.fileOf(bundle, signal);
  assert.equal(fetched(), 2);
});

test("what has another hash is not even written", async (t) => {
  const server = await fakeServer(t);
  const { store, directory } = await storeOf(t, server);
  const bundle = offer(server, "<a/>");
  server.bundles.set(bundle.sha256, "<b/>");
  await assert.rejects(store.fileOf(bundle, signal), { code: "wrong_hash" });
  assert.deepEqual(await readdir(directory), []);
});

test("ten bundles are kept: the longest unused goes, and what a crash left half written", async (t) => {
  const server = await fakeServer(t);
  const { store, directory } = await storeOf(t, server);
  await writeFile(join(directory, "half.xml.tmp"), "<");
  await utimes(join(directory, "half.xml.tmp"), 1, 1);
  const paths: string[] = [];
  for (let n = 0; n < 10; n++) {
    const path = await store.fileOf(offer(server, `<a${n}/>`), signal);
    await utimes(path, n + 2, n + 2);
    paths.push(path);
  }
  await store.fileOf(offer(server, "<a0/>"), signal);
  assert.equal((await readdir(directory)).length, 10);
  const newest = await store.fileOf(offer(server, "<newest/>"), signal);
  const kept = (await readdir(directory)).map((name) => join(directory, name));
  assert.deepEqual(kept.toSorted(), [...paths.filter((_, n) => n !== 1), newest].toSorted());
});

test("a bundle that is longer than any that the server takes in is refused unseen", async (t) => {
  const server = await fakeServer(t);
  const { store, fetched } = await storeOf(t, server);
  const bundle = { ...offer(server, "<a/>"), bytes: 1e9 };
  await assert.rejects(store.fileOf(bundle, signal), { code: "bad_content" });
  assert.equal(fetched(), 0);
});

test("a server that is away is waited for, and not without end", async (t) => {
  const server = await fakeServer(t);
  const bundle = offer(server, "<a/>");
  server.status = 503;
  const patient = await storeOf(t, server);
  const waiting = patient.store.fileOf(bundle, signal);
  const impatient = await storeOf(t, server, 0);
  await assert.rejects(impatient.store.fileOf(bundle, signal), {
    code: "engine_error",
    message: /The bundle could not be fetched: .*answered 503: It is not well\./,
  });
  server.status = 200;
  assert.equal(await readFile(await waiting, "utf8"), "<a/>");
  server.status = 401;
  await assert.rejects(patient.store.fileOf(bundleOf("<b/>"), signal), { code: "engine_error" });
});

test("a bundle that the server says it does not have is not waited for; a proxy's word does not count", async (t) => {
  const server = await fakeServer(t);
  const { store, fetched } = await storeOf(t, server);
  await assert.rejects(store.fileOf(bundleOf("<gone/>"), signal), {
    code: "engine_error",
    message: /answered 404: There is no such bundle\./,
  });
  assert.equal(fetched(), 1);
  const bundle = offer(server, "<a/>");
  server.status = 404;
  const waiting = store.fileOf(bundle, signal);
  await until(() => fetched() > 2, { what: "another attempt" });
  server.status = 200;
  assert.equal(await readFile(await waiting, "utf8"), "<a/>");
});

test("a bundle without end, or one that is no gzip, is refused", async (t) => {
  const answers = ["endless", "damaged"];
  const server = createServer((request, response) => {
    request.resume();
    if (answers.shift() === "damaged") {
      response.end(JSON.stringify({ sha256: "x", gzip: "bm90IGd6aXA=", serverTime: 1 }));
      return;
    }
    response.write('{"gzip":"');
    const more = () => response.write("A".repeat(10_000)) && setImmediate(more);
    response.on("drain", more).on("error", () => {});
    more();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const fetchBundle = createFetchBundle(linkTo(`http://127.0.0.1:${address.port}`), 0);
  const bundle = bundleOf("<a/>");
  await assert.rejects(fetchBundle(bundle, signal), /the reply exceeds \d+ bytes/);
  await assert.rejects(fetchBundle(bundle, signal), { code: "wrong_hash", message: /is damaged/ });
});
