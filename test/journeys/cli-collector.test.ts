import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { endAfter, thisFile } from "#test/clean-up";
import {
  embedded,
  ended,
  patienceMs,
  runVedette,
  startInstallation,
  startVedette,
} from "#test/processes";
import { until } from "#test/until";

interface Listed {
  name: string;
  status: string;
  online: boolean;
}

/** Of all tests here: one that needs it empty comes first. */
const installation = await startInstallation(thisFile, embedded.none);

test("a collector that is unknown is refused with the names of those that are there", async () => {
  for (const command of ["token", "revoke"]) {
    const { code, stdout, stderr } = await runVedette(
      ["collector", command, "paris", "--tenant", "default"],
      installation.env,
    );
    assert.deepEqual([code, stdout], [1, ""]);
    assert.equal(
      stderr,
      'vedette: Tenant default has no collector named "paris"; it has embedded.\n',
    );
  }
});

test("a collector enrols with the token of the command line, polls, comes back without it, and is told when it is revoked", async (t) => {
  const created = await runVedette(
    ["collector", "create", "berlin", "--tenant", "default", "--deny", "10.0.0.0/8"],
    installation.env,
  );
  assert.equal(created.code, 0);
  assert.match(created.stdout, /^vde_\S{43}\n$/, "the token alone, for scripts");
  const token = created.stdout.trim();
  assert.match(
    created.stderr,
    new RegExp(`vedette collector --server http://127.0.0.1:${installation.port} --token ${token}`),
  );

  const env = { VEDETTE_DATA_DIR: join(installation.dir, "far away") };
  const start = (...args: string[]) => {
    const collector = startVedette(["collector", ...args], env);
    endAfter(t, async () => {
      collector.kill("SIGKILL");
      await ended(collector);
    });
    return collector;
  };
  const listed = async (): Promise<Listed | undefined> => {
    const all = JSON.parse(await installation.vedette("collector", "list", "--json")) as Listed[];
    return all.find(({ name }) => name === "berlin");
  };
  assert.deepEqual([(await listed())?.status, (await listed())?.online], ["pending", false]);

  const first = start("--server", installation.url, "--token", token);
  await until(async () => (await listed())?.online, {
    what: "the collector is online",
    timeoutMs: patienceMs,
  });
  const client = await installation.client();
  const target = `127.0.0.1:${installation.port}`;
  await installation.apply(
    `tenant: default\ncollectors: [{ name: berlin }]\nsensors: [{ name: a, type: tcp, target: "${target}", collector: berlin, intervalSec: 1 }]\n`,
  );
  await client.reaches("a", "up");
  first.kill("SIGTERM");
  await ended(first);
  assert.equal(first.exitCode, 0);

  const before = (await client.sensor("a")).lastCheckedAt ?? 0;
  const second = start();
  let said = "";
  second.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await until(async () => ((await client.sensor("a")).lastCheckedAt ?? 0) > before, {
    what: "it polls again, without a token",
    timeoutMs: patienceMs,
  });
  await installation.vedette("collector", "revoke", "berlin", "--tenant", "default");
  await until(() => /refuse|revoked/.test(said), {
    what: "a revoked collector says so",
    timeoutMs: patienceMs,
  });
  assert.equal((await listed())?.status, "revoked");

  const again = await runVedette(["collector", "--server", installation.url, "--token", token], {
    VEDETTE_DATA_DIR: join(installation.dir, "elsewhere"),
  });
  assert.equal(again.code, 1, "a token works once");
});
