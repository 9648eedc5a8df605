/**
 * What an assessment of a large domain costs: 50,000 users, 10,000 computers and 5,000 groups with their descriptors, served
 * by slapd on this machine, read and judged by a process of its own; and what it costs the probe that has it done.
 */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { type ActiveDirectorySpec, usualThresholds } from "#engines/directory-types";
import { benchOptions, emit } from "./support/measure.ts";
import { type ProbeAssessed, assessByProbe } from "./support/assessing-probe.ts";
import { startLargeDomain } from "./support/large-domain.ts";

interface Assessed {
  readonly readMs: number;
  readonly rulesMs: number;
  readonly cpuSec: number;
  readonly peakMiB: number;
  readonly found: number;
  readonly outcomes: Readonly<Record<string, number>>;
}

const { runs } = benchOptions({ seconds: 1, runs: 3, concurrency: 1 });
const size = { users: 50_000, computers: 10_000, groups: 5000 };
const cleanUps: (() => unknown)[] = [];

async function assess(spec: ActiveDirectorySpec): Promise<Assessed> {
  const program = fileURLToPath(new URL("support/assessment.fixture.ts", import.meta.url));
  const child = spawn(process.execPath, [program], { stdio: ["pipe", "pipe", "inherit"] });
  child.stdin.end(JSON.stringify(spec));
  return JSON.parse(await text(child.stdout)) as Assessed;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}

try {
  const domain = await startLargeDomain({ after: (one) => void cleanUps.push(one) }, size);
  const { url, ca, user, password } = domain;
  const spec: ActiveDirectorySpec = {
    type: "active_directory",
    urls: [url],
    user,
    password,
    ca,
    serverName: null,
    baseDn: null,
    thresholds: usualThresholds,
  };
  const all: Assessed[] = [];
  for (let run = 0; run < runs; run++) all.push(await assess(spec));
  const objects = size.users + size.computers + size.groups;
  const [first] = all;
  const seconds = median(all.map(({ readMs, rulesMs }) => readMs + rulesMs)) / 1000;
  const times = (of: (one: Assessed) => number): string =>
    all.map((one) => (of(one) / 1000).toFixed(2)).join("/");
  emit({
    work: `a domain of ${size.users} users, ${size.computers} computers and ${size.groups} groups assessed`,
    unit: "object",
    count: objects,
    seconds,
    cpuSec: median(all.map(({ cpuSec }) => cpuSec)),
    notes: `${seconds.toFixed(1)} s: reading with descriptors ${times(({ readMs }) => readMs)} s, ${first?.outcomes["evaluated"]} rules ${times(({ rulesMs }) => rulesMs)} s; peak ${Math.max(...all.map(({ peakMiB }) => peakMiB)).toFixed(0)} MiB; ${first?.found} found; served by slapd on the same machine (the MiB of this row are those of the bench itself)`,
  });

  const carried: ProbeAssessed[] = [];
  for (let run = 0; run < runs; run++) carried.push(await assessByProbe(spec));
  const wholeSec = median(carried.map((one) => one.seconds));
  const most = (of: (one: ProbeAssessed) => number): string =>
    Math.max(...carried.map(of)).toFixed(0);
  emit({
    work: "the same domain assessed by a probe",
    unit: "object",
    count: objects,
    seconds: wholeSec,
    cpuSec: median(carried.map(({ cpuSec }) => cpuSec)),
    notes: `${wholeSec.toFixed(1)} s from the job to its end at the server; the probe's own process holds ${most(({ idleMiB }) => idleMiB)} MiB before, ${most(({ peakMiB }) => peakMiB)} MiB at most and ${most(({ afterMiB }) => afterMiB)} MiB afterwards; check-ins, one a second, at most ${most(({ longestGapMs }) => longestGapMs)} ms apart; ${carried[0]?.found} found (the MiB of this row are those of the bench itself)`,
  });
} finally {
  for (const cleanUp of cleanUps.toReversed()) await cleanUp();
}
