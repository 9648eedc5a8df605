import assert from "node:assert/strict";
import { hostname } from "node:os";
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
  site: string | null;
  tags: string[];
  inventoryAt: number | null;
  packages: number;
}

const configuration = `
tenant: default
sites: [{ name: berlin, subnets: [127.0.0.0/8] }, { name: paris, subnets: [10.0.0.0/8] }]
`;

/** Of all tests here: one that needs it empty comes first. */
const vedette = await startInstallation(thisFile, embedded.none);

test("what cannot be done is said in a sentence: unknown agents, sites and tokens, odd durations and tags", async () => {
  const tried = async (code: number, ...args: string[]) => {
    const outcome = await runVedette(["agent", ...args, "--tenant", "default"], vedette.env);
    assert.deepEqual([outcome.code, outcome.stdout], [code, ""], outcome.stderr);
    return outcome.stderr;
  };
  for (const command of ["show", "packages", "revoke"]) {
    assert.equal(
      await tried(1, command, "web1"),
      'vedette: There is no agent named "web1": there is none; vedette agent token says how one comes.\n',
    );
  }
  assert.match(await tried(1, "set", "web1"), /Say what is to be set/);
  assert.match(
    await tried(1, "set", "web1", "--tag", "a", "--no-tags"),
    /either --tag or --no-tags/,
  );
  assert.match(await tried(1, "token", "--site", "rome"), /no site named "rome"/);
  assert.match(await tried(1, "token", "--tag", "a b"), /"a b" is no tag/);
  assert.match(await tried(1, "token", "--uses", "0"), /1 to 100000 hosts/);
  assert.match(await tried(2, "token", "--uses", "many"), /whole number/);
  assert.match(await tried(2, "token", "--valid", "1w"), /30m, 24h, 7d/);
  assert.match(await tried(1, "token", "--valid", "400d"), /365 days/);
  assert.match(await tried(1, "token-revoke", "x"), /no such enrolment token/);
  const alone = await runVedette(["agent"], { VEDETTE_DATA_DIR: join(vedette.dir, "nowhere") });
  assert.equal(alone.code, 1);
  assert.match(alone.stderr, /not enrolled yet/);
});

test("an agent enrols with the token of the command line, tells its host, comes back without it, and is revoked", async (t) => {
  await vedette.apply(configuration);
  const make = [
    "agent",
    "token",
    "--tenant",
    "default",
    "--site",
    "berlin",
    "--tag",
    "web",
    "prod",
  ];
  const made = await runVedette([...make, "--uses", "2", "--note", "journey"], vedette.env);
  assert.equal(made.code, 0, made.stderr);
  assert.match(made.stdout, /^vdae_\S{43}\n$/, "the token alone, for scripts");
  const token = made.stdout.trim();
  const typed = `vedette agent --server http://127.0.0.1:${vedette.port} --token ${token}`;
  assert.match(made.stderr, new RegExp(typed));
  const tokens = async () => JSON.parse(await vedette.vedette("agent", "tokens", "--json"));
  assert.partialDeepStrictEqual(await tokens(), [{ note: "journey", usesLeft: 2, site: "berlin" }]);

  const directory = join(vedette.dir, "far away");
  const start = (...args: string[]) => {
    const agent = startVedette(["agent", "--data-dir", directory, ...args], {});
    endAfter(t, async () => {
      agent.kill("SIGKILL");
      await ended(agent);
    });
    return agent;
  };
  const listed = async (): Promise<Listed | undefined> => {
    const [one] = JSON.parse(await vedette.vedette("agent", "list", "--json")) as Listed[];
    return one;
  };
  const first = start("--server", vedette.url, "--token", token);
  await until(async () => (await listed())?.inventoryAt, {
    what: "the agent has told its host",
    timeoutMs: 2 * patienceMs,
  });
  const one = await listed();
  assert.ok(one !== undefined && one.packages > 100);
  assert.partialDeepStrictEqual(one, { name: hostname(), status: "active", online: true });
  assert.deepEqual([one.site, one.tags], ["berlin", ["web", "prod"]]);
  const of = ["--tenant", "default"];
  const packages = await vedette.vedette("agent", "packages", one.name, ...of);
  assert.match(packages, /^bash +\S+ +\S+ +bash /m);
  const shown = await vedette.vedette("agent", "show", one.name, ...of);
  assert.match(shown, new RegExp(`^packages: ${one.packages}, `, "m"));
  assert.match(shown, /^tcp +127\.0\.0\.1 +\d+ /m);
  first.kill("SIGTERM");
  await ended(first);
  assert.equal(first.exitCode, 0);

  await vedette.vedette("agent", "set", one.name, ...of, "--site", "paris", "--no-tags");
  const moved = await listed();
  assert.deepEqual([moved?.site, moved?.tags], ["paris", []]);
  const client = await vedette.client("default", "exposure");
  const { assets } = await client.get<{ assets: object[] }>("/assets");
  assert.partialDeepStrictEqual(assets, [{ agentInstalled: true }]);

  let said = "";
  const again = start();
  again.stderr?.on("data", (text) => (said += String(text)));
  again.stdout?.on("data", (text) => (said += String(text)));
  await vedette.vedette("agent", "revoke", one.name, ...of);
  await until(() => /revoked/.test(said), { what: "it says so", timeoutMs: patienceMs });
  assert.equal((await listed())?.status, "revoked");
  const [{ id }] = await tokens();
  await vedette.vedette("agent", "token-revoke", id, ...of);
  assert.deepEqual(await tokens(), []);
  const late = await runVedette(["agent", "--server", vedette.url, "--token", token], {
    VEDETTE_DATA_DIR: join(vedette.dir, "elsewhere"),
  });
  assert.equal(late.code, 1);
  assert.match(late.stderr, /cannot enrol.*unknown/);
});
