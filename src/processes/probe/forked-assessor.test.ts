import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { type Socket, createServer } from "node:net";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { DirectoryRefused, usualThresholds } from "#engines/directory-types";
import { until } from "#test/until";
import type { AssessmentJob, AssessmentMessage } from "#wire/probe.v1";
import type { AssessorContext } from "./assessor.ts";
import { createForkedAssessor } from "./forked-assessor.ts";
import { createTargetLists } from "./target-lists.ts";

const scriptedMain = fileURLToPath(new URL("testing/assess-child.fixture.ts", import.meta.url));
const realMain = fileURLToPath(new URL("assess-child.ts", import.meta.url));
const now = 1_700_000_000_000;
const timeoutMs = 30_000;
const password = "Gehe1m-nowhere-seen";

function job(user: string, url = "ldaps://dc1.acme.test"): AssessmentJob {
  return {
    assessmentId: "01990000-0000-7000-8000-0000000000a1",
    directoryName: "acme",
    spec: {
      type: "active_directory",
      urls: [url],
      user,
      password,
      ca: null,
      serverName: null,
      baseDn: null,
      thresholds: usualThresholds,
    },
  };
}

function contextOf() {
  const stop = new AbortController();
  const targets = createTargetLists();
  targets.use({ allow: [], deny: [] });
  const told: string[] = [];
  const messages: AssessmentMessage[] = [];
  const faults: string[] = [];
  const context: AssessorContext = {
    signal: stop.signal,
    targets,
    now: () => now,
    onProgress: ({ what }) => void told.push(what),
    onMessage: async (message) => void messages.push(message),
    onFault: (ruleId, fault) => void faults.push(`${ruleId}: ${fault}`),
  };
  return { context, stop, targets, told, messages, faults };
}

/** A server that accepts, and never says a word. */
async function silentServer(t: TestContext) {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    sockets.push(socket);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return { sockets, url: `ldaps://127.0.0.1:${address.port}` };
}

/** Processes that one has started. */
async function childrenOf(parent: number): Promise<number[]> {
  const listed = await readFile(`/proc/${parent}/task/${parent}/children`, "utf8");
  return listed.split(" ").filter(Boolean).map(Number);
}

async function newChild(before: readonly number[]): Promise<number> {
  const find = async () =>
    (await childrenOf(process.pid)).find((pid) => !before.includes(pid)) ?? null;
  return until(find, { what: "a process is started", timeoutMs });
}

const isGone = (pid: number) => !existsSync(`/proc/${pid}`);

test("20,000 findings of one rule come in parts, each waited for, and the process is gone afterwards", async () => {
  const { context, told, messages, faults } = contextOf();
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>();
  let asked = 0;
  const running = createForkedAssessor(scriptedMain)(job("find 20,000"), {
    ...context,
    async onMessage(message) {
      asked++;
      if (asked === 3) await mayGoOn;
      messages.push(message);
    },
  });
  await until(() => asked === 3, { what: "it tells", timeoutMs });
  const heldAt = performance.now();
  const before = messages.length;
  // It has the time that another process takes to come and go, and must not use it to go on.
  const other = contextOf();
  await assert.rejects(createForkedAssessor(scriptedMain)(job("refuse"), other.context));
  assert.deepEqual([asked, before, told], [3, 2, []]);
  const heldMs = performance.now() - heldAt;
  goOn();
  const { details } = await running;
  assert.ok(Number(details["toldInMs"]) >= heldMs, "it has waited as well");
  const found = messages.flatMap((message) => ("found" in message ? message.found : []));
  assert.equal(found.length, 20_000);
  assert.deepEqual(
    found.map(({ target }) => target.id),
    Array.from({ length: 20_000 }, (_, n) => `guid-${n}`),
  );
  assert.equal(messages.length, 101);
  assert.partialDeepStrictEqual(messages.at(-1), { result: { found: 20_000 } });
  assert.deepEqual([told, faults], [["done"], []]);
  assert.ok(Math.abs(Number(details["now"]) - now) < 60_000, "it has the server's time");
  assert.ok(isGone(Number(details["pid"])));
});

test("what cannot be told is told as not evaluated, and said", async () => {
  const { context, messages, faults } = contextOf();
  await createForkedAssessor(scriptedMain)(job("find what cannot be told"), context);
  assert.partialDeepStrictEqual(messages, [{ result: { outcome: "not_evaluated" } }]);
  assert.match(faults.join(), /^ad\.odd: A target cannot be reported/);
});

test("a process that is killed in the middle is an assessment that failed, in words; what it had told is kept", async () => {
  const { context, messages } = contextOf();
  await assert.rejects(
    createForkedAssessor(scriptedMain)(job("die in the middle"), context),
    (error) =>
      error instanceof DirectoryRefused &&
      /ended without a result \(SIGKILL\): it was killed, as a system does that runs out of memory/.test(
        error.message,
      ),
  );
  assert.equal(messages.length, 2);
});

test("a directory that needs more memory than there is fails in words that say how much there was", async () => {
  const { context } = contextOf();
  await assert.rejects(
    createForkedAssessor(scriptedMain, 100)(job("take all memory"), context),
    (error) =>
      error instanceof DirectoryRefused &&
      /100 MiB of memory, half of what its host has or 8 GiB, are not enough/.test(error.message),
  );
});

test("when what it tells cannot be kept, it ends, and the reason is not lost", async () => {
  const { context, told } = contextOf();
  const before = await childrenOf(process.pid);
  const onMessage = async () => {
    throw new Error("the disk is full");
  };
  const running = createForkedAssessor(scriptedMain)(job("find 20,000"), { ...context, onMessage });
  const ended = assert.rejects(running, /the disk is full/);
  const pid = await newChild(before);
  await ended;
  assert.ok(isGone(pid));
  assert.deepEqual(told, []);
});

test("what the engine refuses is refused here; its defects are errors with its stack, also those that nobody catches", async () => {
  const assess = createForkedAssessor(scriptedMain);
  const failure = async (user: string) =>
    assess(job(user), contextOf().context).then(
      () => null,
      (error: unknown) => error,
    );
  const refused = await failure("refuse");
  assert.ok(refused instanceof DirectoryRefused);
  assert.equal(refused.message, "dc1.acme.test refuses the password.");
  for (const [user, message] of [
    ["be defective", "x is not a function"],
    ["throw where nobody catches", "thrown by a timer"],
  ] as const) {
    const error = await failure(user);
    assert.ok(error instanceof Error && !(error instanceof DirectoryRefused));
    assert.equal(error.message, message);
    assert.match(error.stack ?? "", /TypeError: .*\n.*assess-child\.fixture\.ts/);
  }
});

test("a program that cannot be started is an assessment that failed, too", async () => {
  const { context } = contextOf();
  await assert.rejects(
    createForkedAssessor("no\0program")(job("refuse"), context),
    /^DirectoryRefused: The probe's process that reads the directory cannot be started: /,
  );
  await assert.rejects(
    createForkedAssessor("/nowhere/main.ts")(job("refuse"), context),
    /ended without a result \(exit code 1\)\. See the probe's log\./,
  );
});

test("stopped while a rule goes on and on, it is killed", async () => {
  const { context, stop, told } = contextOf();
  const before = await childrenOf(process.pid);
  const running = createForkedAssessor(scriptedMain)(job("heed nobody"), context);
  const ended = assert.rejects(running, DirectoryRefused);
  await until(() => told.length > 0, { what: "it has begun", timeoutMs });
  const pid = await newChild(before);
  stop.abort();
  await ended;
  assert.ok(isGone(pid));
});

test("the probe's lists go along, and others hold at once", async () => {
  const { context, stop, targets, told } = contextOf();
  targets.use({ allow: [], deny: ["10.0.0.2"] });
  const running = createForkedAssessor(scriptedMain)(job("ask the guard"), context);
  const ended = assert.rejects(running);
  const says = (words: RegExp) =>
    until(() => words.test(told.at(-1) ?? ""), { what: `it says ${words}`, timeoutMs });
  await says(/deny list/);
  targets.use({ allow: [], deny: [] });
  await says(/^may$/);
  targets.use({ allow: ["192.0.2.0/24"], deny: [] });
  await says(/allow list/);
  stop.abort();
  await ended;
});

test("an address that the probe may not touch is not connected to", async (t) => {
  const { url, sockets } = await silentServer(t);
  const { context, targets } = contextOf();
  targets.use({ allow: [], deny: ["127.0.0.0/8"] });
  await assert.rejects(createForkedAssessor(realMain)(job("reader", url), context), /deny list/);
  assert.equal(sockets.length, 0);
});

test("its password is in no argument and no variable; told to stop, it ends at once", async (t) => {
  const { url, sockets } = await silentServer(t);
  const { context, stop } = contextOf();
  const before = await childrenOf(process.pid);
  const ended = assert.rejects(createForkedAssessor(realMain)(job("reader", url), context));
  const pid = await newChild(before);
  await until(() => sockets.length > 0, { what: "it connects", timeoutMs });
  for (const place of ["cmdline", "environ"]) {
    const text = await readFile(`/proc/${pid}/${place}`, "utf8");
    assert.ok(text.length > 0 && !text.includes(password) && !text.includes("reader"), place);
  }
  const stoppedAt = performance.now();
  stop.abort();
  await ended;
  assert.ok(performance.now() - stoppedAt < 2500, "before it would have been killed");
  assert.ok(isGone(pid));
});

/** A probe that has a directory read, and prints what it is told of. */
function probeThatAssesses(t: TestContext, main: string, asked: AssessmentJob) {
  const code = `
    import { createForkedAssessor } from ${JSON.stringify(import.meta.resolve("./forked-assessor.ts"))};
    import { createTargetLists } from ${JSON.stringify(import.meta.resolve("./target-lists.ts"))};
    const [main, job] = JSON.parse(process.argv[1]);
    const targets = createTargetLists();
    targets.use({ allow: [], deny: [] });
    const signal = new AbortController().signal;
    const onProgress = ({ what }) => console.log(what);
    await createForkedAssessor(main)(job, { signal, targets, now: Date.now, onProgress });`;
  const given = JSON.stringify([main, asked]);
  const probe = spawn(process.execPath, ["--input-type=module", "-e", code, given], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => probe.kill("SIGKILL"));
  return probe;
}

async function onlyChildOf(parent: number | undefined): Promise<number> {
  const [pid, ...more] = await childrenOf(parent ?? 0);
  assert.ok(pid !== undefined && more.length === 0);
  return pid;
}

/** Processor time in user mode, in ticks of 10 ms: proc(5). */
async function ticksOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[11]);
}

test("when the probe is killed, the process that reads a directory for it ends", async (t) => {
  const { url, sockets } = await silentServer(t);
  const probe = probeThatAssesses(t, realMain, job("reader", url));
  await until(() => sockets.length > 0, { what: "it connects", timeoutMs });
  const pid = await onlyChildOf(probe.pid);
  probe.kill("SIGKILL");
  await until(() => isGone(pid), { what: "it is gone", timeoutMs });
});

test("it ends with the probe also while a rule goes on and on", async (t) => {
  const probe = probeThatAssesses(t, scriptedMain, job("heed nobody"));
  await once(probe.stdout, "data");
  const pid = await onlyChildOf(probe.pid);
  t.after(() => {
    if (!isGone(pid)) process.kill(pid, "SIGKILL");
  });
  const before = await ticksOf(pid);
  const isBusy = async () => (await ticksOf(pid)) > before + 50;
  await until(isBusy, { what: "it computes without end", timeoutMs });
  probe.kill("SIGKILL");
  await until(() => isGone(pid), { what: "it is gone", timeoutMs });
});
