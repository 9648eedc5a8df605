import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { until } from "#test/until";
import { fakeServer } from "./testing/fake-server.ts";

const vedette = fileURLToPath(new URL("../../../vedette", import.meta.url));
const main = fileURLToPath(new URL("main.ts", import.meta.url));
const run = promisify(execFile);

async function directoryOf(t: TestContext) {
  const directory = await mkdtemp(join(tmpdir(), "vedette-agent-main-"));
  t.after(() => rm(directory, { recursive: true }));
  return directory;
}

test("an idle agent loads neither schemas, nor an XML reader, nor fetch: it has no room for them", async (t) => {
  const directory = await directoryOf(t);
  const recorder = join(directory, "recorder.mjs");
  await writeFile(
    recorder,
    `import { registerHooks } from "node:module";
    const packages = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = url.split("/node_modules/");
        if (name !== undefined) packages.add(name.split("/")[0]);
        return next(url, context);
      },
    });
    process.on("exit", () => {
      const own = process.moduleLoadList.filter((name) => /undici/.test(name));
      console.log(JSON.stringify({ packages: [...packages], own }));
    });`,
  );
  const { stdout } = await run(process.execPath, ["--import", recorder, main, "--version"]);
  const said = stdout.trim().split("\n").at(-1) ?? "";
  assert.deepEqual(JSON.parse(said), { packages: ["ipaddr.js"], own: [] });
});

test("vedette agent enrols, tells what is on this host, and ends when told to; its token is not for everybody to see", async (t) => {
  const server = await fakeServer(t);
  const directory = await directoryOf(t);
  const agent = spawn(vedette, ["agent", "--server", server.url, "--token", "vdae_once"], {
    env: { ...process.env, VEDETTE_DATA_DIR: directory },
    stdio: ["ignore", "ignore", "pipe"],
  });
  t.after(() => agent.kill("SIGKILL"));
  const ended = once(agent, "close");
  const [update] = await until(() => (server.updates.length > 0 ? server.updates : null), {
    what: "the inventory",
    timeoutMs: 30_000,
  });
  assert.ok((update?.packages.length ?? 0) > 50);
  const shown = await readFile(`/proc/${agent.pid}/cmdline`, "utf8");
  assert.match(shown, /agent\/main\.ts/);
  assert.ok(!shown.includes("vdae_once"), shown);
  assert.equal((await stat(join(directory, "agent"))).mode & 0o777, 0o700);
  agent.kill("SIGTERM");
  assert.deepEqual(await ended, [0, null]);
});

test("what keeps vedette agent from running is one sentence and exit code 1", async (t) => {
  const directory = await directoryOf(t);
  const env = { ...process.env, VEDETTE_DATA_DIR: directory };
  const failed = await run(vedette, ["agent"], { env }).catch((error: unknown) => error);
  assert.ok(failed instanceof Error && "stderr" in failed && "code" in failed);
  assert.equal(failed.code, 1);
  assert.match(String(failed.stderr), /^vedette agent: This agent is not enrolled yet\. [^\n]+\n$/);
});

test("vedette agent does nothing in a directory into which somebody else could have put an identity", async (t) => {
  const directory = await directoryOf(t);
  await mkdir(join(directory, "agent"));
  await chmod(join(directory, "agent"), 0o777);
  const planted = { server: "http://127.0.0.1:1", id: "x", name: "x", credential: "x" };
  const identity = JSON.stringify({ ...planted, tokenHash: "x" });
  await writeFile(join(directory, "agent", "identity.json"), identity);
  const env = { ...process.env, VEDETTE_DATA_DIR: directory };
  const failed = await run(vedette, ["agent"], { env, timeout: 30_000 }).catch(
    (error: unknown) => error,
  );
  assert.ok(failed instanceof Error && "stderr" in failed && "code" in failed);
  assert.equal(failed.code, 1);
  assert.match(
    String(failed.stderr),
    /^vedette agent: \S+\/agent can be written by others[^\n]+\n$/,
  );
});
