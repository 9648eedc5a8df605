import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "node:events";
import { type TestContext, after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { statement } from "#platform/db";
import { Problem } from "#platform/errors";
import { createLog } from "#platform/log";
import { type Installation, type Opening, openInstallation } from "./open-installation.ts";

const log = createLog("silent", "test");
const serve: Opening = { as: "server", name: "vedette serve", log };
const apply: Opening = { as: "command", name: "vedette apply", log };
const place = { dataDir: "", databaseUrl: undefined };

before(async () => {
  place.dataDir = await mkdtemp(join(tmpdir(), "vedette-installation-"));
});
after(() => rm(place.dataDir, { recursive: true }));

const countTenants = statement<[], { count: number }>(
  "test.installation.count",
  "select count(*) as count from tenants",
);

async function opened(t: TestContext, opening: Opening): Promise<Installation> {
  const installation = await openInstallation(place, opening);
  t.after(() => installation.close());
  return installation;
}

async function works({ database }: Installation): Promise<void> {
  assert.deepEqual(await database.system.run(countTenants, []), [{ count: 0 }]);
}

function says(pattern: RegExp): (error: unknown) => true {
  return (error) => {
    assert.ok(error instanceof Problem, String(error));
    assert.match(error.message, pattern);
    return true;
  };
}

test("a command works without a server, and two of them one after the other", async () => {
  const first = openInstallation(place, apply);
  const second = openInstallation(place, apply);
  const early = await Promise.race([first, second]);
  await works(early);
  await early.close();
  const [one, other] = await Promise.all([first, second]);
  const late = early === one ? other : one;
  await works(late);
  await late.close();
});

test("a command joins the server that runs, or is just starting", async (t) => {
  const [server, command] = await Promise.all([opened(t, serve), openInstallation(place, apply)]);
  await works(command);
  await command.close();
  await works(server);
});

test("a second server is refused and told who has the data directory", async (t) => {
  const server = await opened(t, serve);
  await assert.rejects(
    openInstallation(place, serve),
    says(new RegExp(`in use by \`vedette serve\` \\(process ${process.pid}\\)`)),
  );
  await works(server);
});

test("a server waits for a command, and for one that stops", async (t) => {
  const command = await openInstallation(place, apply);
  const starting = openInstallation(place, serve);
  await works(command);
  await command.close();
  const first = await starting;
  const stopped = first.close();
  const second = await opened(t, serve);
  await stopped;
  await works(second);
});

test("a server that was killed is in nobody's way", async (t) => {
  const fixture = fileURLToPath(new URL("server.fixture.ts", import.meta.url));
  const child = spawn(process.execPath, [fixture, place.dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  await once(child.stdout, "data");
  await assert.rejects(openInstallation(place, serve), says(/in use by `vedette serve`/));
  child.kill("SIGKILL");
  await once(child, "exit");
  await works(await opened(t, serve));
});

test("a data directory that cannot be used is named with the reason", async () => {
  const file = join(place.dataDir, "file");
  await writeFile(file, "");
  const below = { dataDir: join(file, "data"), databaseUrl: undefined };
  await assert.rejects(
    openInstallation(below, apply),
    says(/^The data directory \S+\/file\/data cannot be used: .*ENOTDIR/),
  );
});

test("an address at which no PostgreSQL answers is named without its password", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  assert.ok(address !== null && typeof address === "object");
  await new Promise((resolve) => server.close(resolve));
  const databaseUrl = `postgres://bob:secret@127.0.0.1:${address.port}/monitoring`;
  await assert.rejects(openInstallation({ ...place, databaseUrl }, serve), (error) => {
    assert.ok(error instanceof Problem);
    assert.match(
      error.message,
      /^The database monitoring at 127\.0\.0\.1:\d+ cannot be reached: .*ECONNREFUSED/,
    );
    assert.doesNotMatch(error.message, /secret/);
    return true;
  });
});
