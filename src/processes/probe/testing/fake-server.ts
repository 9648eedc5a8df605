import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { type ServerResponse, createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { AssessmentContext, DirectoryFacts } from "#engines/directory-types";
import type { ScanContext } from "#engines/scan-types";
import { gunzip } from "#lib/gzip";
import { createServerClock } from "#remote/link";
import type { PartProcess } from "#remote/program";
import { until } from "#test/until";
import type { CheckIn, ProbeMessage } from "#wire/probe.v1";
import { createEngineAssessor } from "../engine-assessor.ts";
import { startProbeProcess } from "../probe-process.ts";
import { quietLog } from "./probe-at-work.ts";

const patienceMs = 20_000;

/** A server that keeps what it is told, and answers as the test says. */
export async function fakeServer(t: TestContext) {
  const state = {
    news: [] as unknown[],
    directories: [] as unknown[],
    stop: [] as string[],
    /** How far its clock is ahead of this machine's. */
    aheadMs: 0,
    status: 200,
    reportsStatus: 200,
    checkIns: [] as CheckIn[],
    messages: [] as ProbeMessage[],
    calls: [] as string[],
  };
  function answer(path: string, body: string, response: ServerResponse): void {
    state.calls.push(path);
    if (path.endsWith("/check-in")) {
      const said: CheckIn = JSON.parse(body);
      state.checkIns.push(said);
      const directories = state.directories.splice(0);
      // Not of the reply's type: some tests say what no probe knows yet.
      const reply = {
        jobs: state.news.splice(0),
        ...(directories.length === 0 ? {} : { assessments: directories }),
        stop: state.stop.splice(0),
        targets: { allow: [], deny: [] },
        serverTime: Date.now() + state.aheadMs,
      };
      response.writeHead(state.status).end(JSON.stringify(reply));
      return;
    }
    if (state.reportsStatus === 200) state.messages.push(...JSON.parse(body).messages);
    response.writeHead(state.reportsStatus);
    response.end(JSON.stringify({ recorded: 0, serverTime: Date.now() + state.aheadMs }));
  }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void gunzip(Buffer.concat(chunks), 1e8).then((body) =>
        answer(request.url ?? "", body.toString(), response),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => server.close().closeAllConnections());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return Object.assign(state, { url: `http://127.0.0.1:${address.port}` });
}

type FakeServer = Awaited<ReturnType<typeof fakeServer>>;

/** A probe whose engine does what the test says, enrolled at the server. It keeps its messages over starts. */
export async function probeOf(t: TestContext, server: FakeServer) {
  const directory = await mkdtemp(join(tmpdir(), "vedette-probe-"));
  const scans: { context: ScanContext; end: () => void }[] = [];
  const readings: { context: AssessmentContext; end: (facts: DirectoryFacts) => void }[] = [];
  const running: PartProcess[] = [];
  let refusals = 0;
  t.after(async () => {
    for (const process of running) await process.stop();
    await rm(directory, { recursive: true });
  });
  const identity = {
    server: server.url,
    id: "01990000-0000-7000-8000-00000000000a",
    name: "berlin",
    credential: "vdpc_secret",
    tokenHash: "0",
  };
  return {
    scans,
    readings,
    refusals: () => refusals,
    async start(): Promise<PartProcess> {
      const clock = createServerClock(
        () => performance.now() + server.aheadMs,
        () => Date.now() + server.aheadMs,
      );
      const process = await startProbeProcess(
        { server: server.url, directory, version: "1.2.3", clock, log: quietLog },
        {
          async scan(_spec, context) {
            const { promise, resolve } = Promise.withResolvers<void>();
            context.signal.addEventListener("abort", () => resolve());
            scans.push({ context, end: resolve });
            await promise;
          },
          assess: createEngineAssessor(async (_spec, context) => {
            const { promise, resolve, reject } = Promise.withResolvers<DirectoryFacts>();
            context.signal.addEventListener("abort", () => reject(new Error("told to end")));
            readings.push({ context, end: resolve });
            return promise;
          }),
          abilities: async () => ({ nmap: null, icmp: true }),
          close: async () => {},
        },
      );
      running.push(process);
      await process.begin(identity, true, () => refusals++);
      return process;
    },
  };
}

/** The run or assessment that a message belongs to. */
export const idOf = (message: ProbeMessage) =>
  "runId" in message ? message.runId : message.assessmentId;

/** Waits for it as long as a busy machine may need. */
export const eventually = <T>(what: string, condition: () => T) =>
  until(condition, { what, timeoutMs: patienceMs });
