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
  companyId: string | null;
  targetDeny: string[];
  health: { icmp: boolean } | null;
}

/** Of all tests here: one that needs it empty comes first. */
const vedette = await startInstallation(thisFile, embedded.none);

test("what cannot be done is said in a sentence: unknown probes, the embedded one, one that never enrolled", async () => {
  const tried = async (...args: string[]) => {
    const { code, stdout, stderr } = await runVedette(
      ["probe", ...args, "--tenant", "default"],
      vedette.env,
    );
    assert.deepEqual([code, stdout], [1, ""]);
    return stderr;
  };
  for (const command of ["token", "disable", "enable"]) {
    assert.equal(
      await tried(command, "paris"),
      'vedette: Tenant default has no probe named "paris"; it has embedded.\n',
    );
    assert.match(await tried(command, "embedded"), /VEDETTE_EMBEDDED_PROBE=off/);
  }
  assert.match(await tried("create", "rome", "--deny", "all"), /"all" is no address/);
  await vedette.vedette("probe", "create", "rome", "--tenant", "default");
  await vedette.vedette("probe", "disable", "rome", "--tenant", "default");
  const enabled = await vedette.vedette("probe", "enable", "rome", "--tenant", "default");
  assert.match(enabled, /has not enrolled yet: vedette probe token/);
  const alone = await runVedette(["probe"], { VEDETTE_DATA_DIR: join(vedette.dir, "nowhere") });
  assert.equal(alone.code, 1);
  assert.match(alone.stderr, /This probe is not enrolled yet/);
});

test("a probe enrols with the token of the command line, scans, and comes back without it", async (t) => {
  await vedette.apply("tenant: default\ncompanies: [{ name: Acme }]\n");
  const create = ["probe", "create", "berlin", "--tenant", "default"];
  const unknown = await runVedette([...create, "--company", "Emca"], vedette.env);
  assert.equal(unknown.code, 1);
  assert.match(unknown.stderr, /no company named "Emca": there are Acme/);

  const options = ["--company", "Acme", "--deny", "10.0.0.0/8", "192.0.2.1"];
  const created = await runVedette([...create, ...options], vedette.env);
  assert.equal(created.code, 0, created.stderr);
  assert.match(created.stdout, /^vdpe_\S{43}\n$/, "the token alone, for scripts");
  const token = created.stdout.trim();
  const typed = `vedette probe --server http://127.0.0.1:${vedette.port} --token ${token}`;
  assert.match(created.stderr, new RegExp(typed));
  assert.equal((await runVedette(create, vedette.env)).code, 1, "the name is taken");

  const listed = async (): Promise<Listed | undefined> => {
    const all = JSON.parse(await vedette.vedette("probe", "list", "--json")) as Listed[];
    return all.find(({ name }) => name === "berlin");
  };
  const pending = await listed();
  assert.partialDeepStrictEqual(pending, {
    status: "pending",
    online: false,
    targetDeny: ["10.0.0.0/8", "192.0.2.1"],
  });
  assert.ok(pending !== undefined && pending.companyId !== null);

  const directory = join(vedette.dir, "far away");
  const start = (...args: string[]) => {
    const probe = startVedette(["probe", "--data-dir", directory, ...args], {});
    endAfter(t, async () => {
      probe.kill("SIGKILL");
      await ended(probe);
    });
    return probe;
  };
  const first = start("--server", vedette.url, "--token", token);
  await until(async () => (await listed())?.health !== null, {
    what: "the probe has checked in",
    timeoutMs: patienceMs,
  });
  assert.partialDeepStrictEqual(await listed(), { status: "active", online: true });
  first.kill("SIGTERM");
  await ended(first);
  assert.equal(first.exitCode, 0);

  start();
  await vedette.apply(`
tenant: default
companies: [{ name: Acme }]
sites: [{ name: berlin, subnets: [127.0.0.0/8] }]
scans:
  - { name: one, site: berlin, probe: berlin, type: ports, targets: [127.0.0.1], ports: "${vedette.port}" }
`);
  await vedette.vedette("scan", "run", "one", "--tenant", "default", "--wait");

  const again = await runVedette(["probe", "--server", vedette.url, "--token", token], {
    VEDETTE_DATA_DIR: join(vedette.dir, "elsewhere"),
  });
  assert.equal(again.code, 1, "a token works once");
  assert.match(again.stderr, /cannot enrol.*used already/);
});
