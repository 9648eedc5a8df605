import assert from "node:assert/strict";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { createServerClock, identityFileOf } from "#remote/link";
import { CannotRun } from "./cannot-run.ts";
import { findIdentity } from "./find-identity.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** A server that lets each token in once, as collector N, the N-th time. */
async function world(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "vedette-alone-"));
  t.after(() => rm(directory, { recursive: true }));
  let enrolments = 0;
  const state = { refuses: false };
  const server = createServer((request, response) => {
    request.resume().on("end", () => {
      if (state.refuses) {
        response.writeHead(401).end(JSON.stringify({ error: "This token was used already." }));
        return;
      }
      enrolments++;
      const id = `01990000-0000-7000-8000-${String(enrolments).padStart(12, "0")}`;
      const reply = { kind: "collector", id, name: "berlin", credential: `vdc_${enrolments}` };
      response.end(JSON.stringify({ ...reply, serverTime: 5 }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const url = `http://127.0.0.1:${address.port}`;
  const find = (given: { server?: string; token?: string; directory?: string }) =>
    findIdentity({
      kind: "collector",
      directory: given.directory ?? directory,
      server: given.server,
      token: given.token,
      version: "1",
      clock: createServerClock(),
      log: quiet,
      signal: AbortSignal.timeout(10_000),
    });
  return { directory, url, state, find, enrolments: () => enrolments };
}

test("it enrols once; started again with the same token, another or none it knows who it is", async (t) => {
  const { url, find, state, enrolments } = await world(t);
  const first = await find({ server: url, token: "vde_1" });
  assert.ok(first !== null && first.isNew && first.identity.credential === "vdc_1");
  state.refuses = true; // the token is used up
  for (const given of [{ server: url, token: "vde_1" }, { server: url }, {}]) {
    assert.deepEqual(await find(given), { identity: first.identity, isNew: false });
  }
  state.refuses = false;
  const second = await find({ token: "vde_2" });
  assert.ok(second !== null && second.isNew && second.identity.credential === "vdc_2");
  assert.equal(enrolments(), 2);
});

test("a server that moved is told on the command line, and remembered", async (t) => {
  const { url, find } = await world(t);
  await find({ server: url, token: "vde_1" });
  const moved = "https://monitor.example.net";
  assert.equal((await find({ server: moved }))?.identity.server, moved);
  assert.equal((await find({}))?.identity.server, moved);
});

test("what keeps it from running is said in a sentence", async (t) => {
  const { directory, url, find, state } = await world(t);
  const cannot = (given: { server?: string; token?: string }, sentence: RegExp) =>
    assert.rejects(
      find(given),
      (error: unknown) => error instanceof CannotRun && sentence.test(error.message),
    );
  await cannot({}, /not enrolled yet/);
  await cannot({ server: url }, /not enrolled yet/);
  await cannot({ token: "vde_1" }, /not enrolled yet/);
  for (const server of ["monitor.example.net", "ftp://x", "http://"]) {
    await cannot({ server, token: "vde_1" }, /is no address/);
  }
  state.refuses = true;
  await cannot({ server: url, token: "vde_1" }, /cannot enrol.*used already/);
  await writeFile(identityFileOf(directory), "{");
  await cannot({}, /identity\.json holds no identity/);
});

test("no token is spent where an identity cannot be kept, and nothing is left of one that was refused", async (t) => {
  const { directory, url, find, state, enrolments } = await world(t);
  const given = { server: url, token: "vde_1" };
  // Nobody can write there, root included.
  await assert.rejects(find({ ...given, directory: "/proc" }), (error: unknown) => {
    assert.ok(error instanceof CannotRun);
    assert.match(
      error.message,
      /^Its identity cannot be kept in \/proc: .*the token still works\.$/,
    );
    return true;
  });
  assert.equal(enrolments(), 0);
  state.refuses = true;
  await assert.rejects(find(given), CannotRun);
  assert.deepEqual(await readdir(directory), []);
});
