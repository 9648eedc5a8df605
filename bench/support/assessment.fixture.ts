/**
 * One assessment in a process of its own, so that its memory is its own: the spec comes on stdin as JSON, and one line of JSON
 * says what it took.
 */
import { readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { createAssessmentEngine } from "#engines/assess";
import type { DirectorySpec } from "#engines/directory-types";

const spec = JSON.parse(await text(process.stdin)) as DirectorySpec;
const assess = createAssessmentEngine();
const startedAt = performance.now();
let readAt = startedAt;
let phase = "";
let found = 0;
const outcomes: Record<string, number> = {};
const facts = await assess(spec, {
  signal: new AbortController().signal,
  now: Date.now,
  refuse: () => null,
  onProgress: (progress) => {
    if (phase === "reading" && progress.phase === "judging") readAt = performance.now();
    phase = progress.phase;
  },
  onResult: async ({ outcome }, weaknesses) => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    found += weaknesses.length;
  },
});
const endedAt = performance.now();
const status = readFileSync("/proc/self/status", "utf8");
const { user, system } = process.cpuUsage();
process.stdout.write(
  JSON.stringify({
    readMs: readAt - startedAt,
    rulesMs: endedAt - readAt,
    cpuSec: (user + system) / 1e6,
    peakMiB: Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024,
    found,
    outcomes,
    counts: facts.counts,
  }),
);
