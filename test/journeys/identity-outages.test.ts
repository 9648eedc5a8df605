import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type Client, embedded, patienceMs, startInstallation } from "#test/processes";
import { startRemoteProbe } from "#test/remote-part";
import { startSambaDomain } from "#test/samba-domain";
import { startTcpProxy } from "#test/tcp-proxy";
import { until } from "#test/until";

interface Finding {
  readonly id: string;
  readonly directoryId: string;
  readonly ruleId: string;
  readonly targetName: string;
}
interface Assessment {
  readonly id: string;
  readonly state: "queued" | "running" | "completed" | "failed" | "stopped";
  readonly requestedBy: string;
  readonly progress: { readonly objects: number } | null;
  readonly error: string | null;
}
interface Shown {
  readonly directory: { readonly id: string; readonly lastError: string | null };
  readonly assessments: readonly Assessment[];
}

const noPreAuth = "ad.kerberos-preauth-not-required";
/** Of what a domain controller sends for a whole sweep, some: it is in the middle then. */
const someOfSweep = 60_000;

test("whatever dies or stays away while a domain is assessed, it is assessed in the end, and nothing is lost or doubled", async (t) => {
  const domain = await startSambaDomain(t);
  domain.tool("user", "create", "svc-old", "P4ssw0rd!Lab2");
  domain.plant(`dn: CN=svc-old,CN=Users,${domain.baseDn}
changetype: modify
replace: userAccountControl
userAccountControl: ${512 + 0x40_0000}
`);
  const toDomain = await startTcpProxy(t, { host: domain.address, port: 636 });
  const vedette = await startInstallation(t, embedded.none);
  const toServer = await startTcpProxy(t, { host: "127.0.0.1", port: vedette.port });
  await writeFile(join(vedette.dir, "ca.pem"), domain.ca);
  const enrol = async (name: string, tenant: string) =>
    (await vedette.vedette("probe", "create", name, "--tenant", tenant)).trim();

  const directoryOf = (name: string, probe: string) => `
  - name: ${name}
    type: active_directory
    site: HQ
    probe: ${probe}
    url: ldaps://127.0.0.1:${toDomain.port}
    serverName: ${domain.host}
    caFile: ca.pem
    user: ${domain.reader.user}
    password: "${domain.reader.password}"`;
  const declare = (deny = "") =>
    vedette.apply(`
tenant: default
sites: [{ name: HQ }]
probes:
  - { name: hq, targets: { deny: [${deny}] } }
  - { name: branch }
directories:${directoryOf("lab", "hq")}${directoryOf("due", "branch")}
    schedule: "* * * * *"
`);
  const branchToken = await enrol("branch", "default");
  const probe = await startRemoteProbe(t, {
    server: toServer.url,
    token: await enrol("hq", "default"),
  });
  await declare();
  const client = await vedette.client("default", "exposure");

  const show = async (name = "lab"): Promise<Shown> =>
    JSON.parse(await vedette.vedette("identity", "show", name, "--tenant", "default", "--json"));
  const latest = async (name = "lab") => (await show(name)).assessments[0];
  const reaches = (state: Assessment["state"], name = "lab") =>
    until(
      async () => {
        const assessment = await latest(name);
        return assessment?.state === state ? assessment : null;
      },
      { what: `the assessment of ${name} is ${state}`, timeoutMs: 2 * patienceMs },
    );
  const begin = () => vedette.vedette("identity", "assess", "lab", "--tenant", "default");
  const assess = () =>
    vedette.vedette("identity", "assess", "lab", "--tenant", "default", "--wait");
  /** Begins an assessment that hangs in the middle of its sweep, until the line is whole again: after the part of the test at the latest. */
  const hangInSweep = async (part: TestContext) => {
    part.after(() => toDomain.restore());
    let isCut = false;
    void toDomain.cutAfter(someOfSweep).then(() => (isCut = true));
    await begin();
    await until(() => isCut, { what: "it is in mid-sweep", timeoutMs: patienceMs });
  };
  const openIn = async (name: string, from: Client = client) => {
    const { directories } = await from.get<{ directories: { id: string; name: string }[] }>(
      "/directories",
    );
    const directory = directories.find((one) => one.name === name);
    const path = `/identity-findings?directoryId=${directory?.id}`;
    return (await from.get<{ identityFindings: Finding[] }>(path)).identityFindings;
  };
  const idsIn = async (name = "lab") => (await openIn(name)).map(({ id }) => id).toSorted();
  /** Messages of assessments that the running server has recorded since it started. */
  const recorded = async () => {
    const metrics = await (await fetch(`${vedette.url}/metrics`)).text();
    const name = "vedette_intake_assessment_messages_total";
    const [, count] =
      new RegExp(`^${name}\\{outcome="recorded"\\} (\\d+)$`, "m").exec(metrics) ?? [];
    return Number(count ?? 0);
  };
  const begun = () => probe.log().split("an assessment begins").length - 1;

  await assess();
  const before = await idsIn();
  assert.ok((await openIn("lab")).some(({ targetName }) => targetName === "svc-old"));

  await t.test(
    "its probe is killed in mid-sweep: started again it is handed the same assessment",
    async (part) => {
      await hangInSweep(part);
      const { id } = await reaches("running");
      const begunBefore = begun();
      await probe.stop("SIGKILL");
      toDomain.restore();
      probe.start();
      assert.equal((await reaches("completed")).id, id);
      assert.equal(begun(), begunBefore + 1);
      assert.deepEqual(await idsIn(), before);
    },
  );

  await t.test(
    "the server is killed when it has what it was sent but nobody was told: it is delivered once",
    async (part) => {
      const [id] = before;
      const changes = async () =>
        (await client.get<{ history: unknown[] }>(`/identity-findings/${id}`)).history.length;
      const history = await changes();
      await hangInSweep(part);
      const running = await reaches("running");
      part.after(() => toServer.restore());
      toServer.cut("replies");
      const recordedBefore = await recorded();
      toDomain.goOn();
      // Not to its end: what the probe sends in a second piece waits for the reply to the first.
      await until(async () => (await recorded()) > recordedBefore, {
        what: "the server has recorded some of it",
        timeoutMs: patienceMs,
      });
      assert.ok((await probe.spooled()) > 0, "the probe does not know");
      await vedette.stop("SIGKILL");
      await vedette.start();
      toServer.restore();
      assert.equal((await reaches("completed")).id, running.id);
      await until(async () => (await probe.spooled()) === 0, {
        what: "an empty spool",
        timeoutMs: patienceMs,
      });
      assert.deepEqual(await idsIn(), before);
      assert.equal(await changes(), history);
      assert.equal((await show()).assessments.filter((one) => one.id === running.id).length, 1);
    },
  );

  await t.test("the server is away until long after the sweep: it is told then", async (part) => {
    await hangInSweep(part);
    const { id } = await reaches("running");
    await vedette.stop("SIGKILL");
    const ended = () => probe.log().split("an assessment has ended").length;
    const endedBefore = ended();
    toDomain.goOn();
    await until(() => ended() > endedBefore, {
      what: "the assessment ends without the server",
      timeoutMs: patienceMs,
    });
    await until(async () => (await probe.spooled()) > 0, { what: "what it found is on disk" });
    await vedette.start();
    assert.equal((await reaches("completed")).id, id);
    assert.deepEqual(await idsIn(), before);
  });

  await t.test(
    "it is stopped in mid-sweep: it ends at once, and resolves nothing",
    async (part) => {
      await hangInSweep(part);
      await reaches("running");
      await vedette.vedette("identity", "stop", "lab", "--tenant", "default");
      const { error } = await reaches("stopped");
      assert.match(error ?? "", /stopped/);
      toDomain.restore();
      assert.deepEqual(await idsIn(), before);
    },
  );

  await t.test(
    "the domain controller is killed in mid-sweep: it fails in words, resolves nothing, and the next one completes",
    async (part) => {
      await hangInSweep(part);
      await domain.stop("SIGKILL");
      toDomain.restore();
      const { error } = await reaches("failed");
      assert.match(
        error ?? "",
        new RegExp(`127\\.0\\.0\\.1:${toDomain.port} .*connection.* while .* read`),
      );
      assert.equal((await show()).directory.lastError, error);
      await assert.rejects(assess(), new RegExp(`127\\.0\\.0\\.1:${toDomain.port}`));
      assert.deepEqual(await idsIn(), before);
      await domain.restart();
      await assess();
      assert.deepEqual(await idsIn(), before);
      assert.equal((await show()).directory.lastError, null);
    },
  );

  await t.test(
    "the probe may not touch the address: it is refused in words, and nothing is resolved",
    async () => {
      await declare("127.0.0.0/8");
      await assert.rejects(assess(), /127\.0\.0\.1:\d+ must not be touched.* deny list/);
      assert.deepEqual(await idsIn(), before);
      await declare();
      await assess();
      assert.deepEqual(await idsIn(), before);
    },
  );

  await t.test("two tenants with the same domain have their own findings of it", async () => {
    await vedette.vedette("tenant", "create", "other");
    const theirs = await startRemoteProbe(t, {
      server: vedette.url,
      token: await enrol("hq", "other"),
    });
    await vedette.apply(`
tenant: other
sites: [{ name: HQ }]
probes: [{ name: hq }]
directories:${directoryOf("lab", "hq")}
`);
    await vedette.vedette("identity", "assess", "lab", "--tenant", "other", "--wait");
    const other = await vedette.client("other", "exposure");
    const [mine, alien] = [await openIn("lab"), await openIn("lab", other)];
    const what = ({ ruleId, targetName }: Finding) => `${ruleId} ${targetName}`;
    assert.deepEqual(alien.map(what).toSorted(), mine.map(what).toSorted());
    const ids = new Set(mine.map(({ id }) => id));
    assert.ok(alien.every(({ id }) => !ids.has(id)));
    const old = alien.find(({ ruleId }) => ruleId === noPreAuth);
    const decided = { status: "accepted", notes: "theirs" };
    assert.equal((await client.call("POST", `/findings/${old?.id}/status`, decided)).status, 404);
    assert.equal((await other.call("POST", `/findings/${old?.id}/status`, decided)).status, 200);
    assert.equal((await openIn("lab", other)).length, alien.length - 1);
    assert.deepEqual(await idsIn(), before);
    await theirs.stop();
  });

  await t.test(
    "a probe that was away when the schedule was due does it as soon as it is back",
    async () => {
      const waits = await reaches("queued", "due");
      assert.equal(waits.requestedBy, "schedule");
      assert.match(
        await vedette.vedette("identity", "show", "due", "--tenant", "default"),
        /waiting for probe branch/,
      );
      await startRemoteProbe(t, { server: vedette.url, token: branchToken });
      await until(
        async () =>
          (await show("due")).assessments.some(
            (one) => one.id === waits.id && one.state === "completed",
          ),
        { what: "it completes", timeoutMs: 2 * patienceMs },
      );
      assert.equal((await openIn("due")).length, before.length);
    },
  );
});
