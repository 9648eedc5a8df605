/** A probe as it is started on a host, with a server that hands it one directory: what an assessment costs the probe itself. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DirectorySpec } from "#engines/directory-types";
import { gunzip } from "#lib/gzip";
import { ended } from "#test/processes";
import { until } from "#test/until";
import type { AssessmentMessage, CheckIn } from "#wire/probe.v1";
import { usageOf } from "./process-tree.ts";

/** What was seen of it. */
export interface ProbeAssessed {
  /** From handing it out until its end message arrives. */
  readonly seconds: number;
  /** Processor time, of what it started as well. */
  readonly cpuSec: number;
  /** Resident memory of the probe alone, MiB: before, the most, and when its end message has left. */
  readonly idleMiB: number;
  readonly peakMiB: number;
  readonly afterMiB: number;
  /** The longest time between two check-ins while it worked; a second is usual. */
  readonly longestGapMs: number;
  readonly found: number;
}

const main = fileURLToPath(new URL("../../src/processes/probe/main.ts", import.meta.url));
const assessmentId = "01990000-0000-7000-8000-0000000000a1";
const patienceMs = 180_000;

/** Has a probe assess a directory, and ends it. */
export async function assessByProbe(spec: DirectorySpec): Promise<ProbeAssessed> {
  const directory = await mkdtemp(join(tmpdir(), "vedette-assessing-"));
  const assessments: object[] = [];
  const checkIns: { at: number; said: CheckIn }[] = [];
  let found = 0;
  let endedAt: number | null = null;

  function answer(path: string, body: string): object {
    if (path.endsWith("/enrol")) {
      return { kind: "probe", id: assessmentId, name: "bench", credential: "vdpc_bench" };
    }
    if (path.endsWith("/check-in")) {
      checkIns.push({ at: performance.now(), said: JSON.parse(body) });
      const targets = { allow: [], deny: [] };
      return { jobs: [], assessments: assessments.splice(0), stop: [], targets };
    }
    const { messages }: { messages: AssessmentMessage[] } = JSON.parse(body);
    for (const message of messages) {
      if ("found" in message) found += message.found.length;
      if (!("end" in message)) continue;
      if (message.end.outcome !== "completed") throw new Error(message.end.error ?? "stopped");
      endedAt = performance.now();
    }
    return { recorded: messages.length };
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      void gunzip(Buffer.concat(chunks), 1e9).then((body) => {
        const reply = { ...answer(request.url ?? "", body.toString()), serverTime: Date.now() };
        response.end(JSON.stringify(reply));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const args = ["--server", `http://127.0.0.1:${address.port}`, "--token", "vdpt_bench"];
  const quiet = ["--data-dir", directory, "--log-level", "error"];
  const probe = spawn(process.execPath, [main, ...args, ...quiet], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const { pid } = probe;
  if (pid === undefined) throw new Error("the probe does not start");
  const memory = (name: "VmRSS" | "VmHWM"): number => {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1]) / 1024;
  };
  try {
    const waited = { timeoutMs: patienceMs };
    await until(() => checkIns.length > 2, { what: "it checks in", ...waited });
    const idleMiB = memory("VmRSS");
    const usedSec = usageOf(pid).cpuSec;
    const before = checkIns.length;
    assessments.push({ assessmentId, directoryName: "large", spec });
    await until(() => assessments.length === 0, { what: "it is handed out", ...waited });
    const handedAt = performance.now();
    const end = await until(() => endedAt, { what: "it ends", ...waited });
    const isIdle = () => checkIns.at(-1)?.said.assessments?.length === 0;
    await until(isIdle, { what: "it holds nothing any more", ...waited });
    const times = checkIns.slice(before - 1).map(({ at }) => at);
    return {
      seconds: (end - handedAt) / 1000,
      cpuSec: usageOf(pid).cpuSec - usedSec,
      idleMiB,
      peakMiB: memory("VmHWM"),
      afterMiB: memory("VmRSS"),
      longestGapMs: Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? at))),
      found,
    };
  } finally {
    const over = ended(probe);
    probe.kill("SIGTERM");
    await over;
    server.close().closeAllConnections();
    await rm(directory, { recursive: true });
  }
}
