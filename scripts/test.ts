// Everything that says whether the program is in order; or, with `unit`, `db`, `journeys` or `console`, that part of it.
import { availableParallelism } from "node:os";
import { basename } from "node:path";
import { startTestCluster } from "../test/support/cluster.ts";
import { buildConsoleIfStale } from "./build-console.ts";
import { startExternalPostgres } from "./external-postgres.ts";
import { findTestFiles, runTests } from "./run-tests.ts";
import { steps } from "./steps.ts";
import { installSystemPackages } from "./system-packages.ts";
import { Tally } from "./tally.ts";
import { TestTimes } from "./test-times.ts";

const parts = ["unit", "db", "journeys", "console"];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !parts.includes(part));
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join(", ")}: no such part. Parts are ${parts.join(", ")}.\n`);
  process.exit(2);
}
const wants = (part: string): boolean => wanted.length === 0 || wanted.includes(part);

const tally = new Tally();
const times = await TestTimes.read();
await installSystemPackages(tally);
if (wanted.length === 0) await steps(tally);
if (wants("unit")) {
  const patterns = { in: ["{src,scripts}/**/*.test.ts", "test/{architecture,contract}/*.test.ts"] };
  const files = await findTestFiles({ ...patterns, but: ["**/*.db.test.ts"] });
  // Some wait most of their time: for servers that say nothing, scans that keep to their pace, and programs.
  await runTests(tally, "unit", files, { atOnce: availableParallelism() + 1, times });
}
if (wants("db")) {
  await testEmbedded();
  await testExternal();
}
const whole = ["journeys", "console"].filter(wants);
if (whole.length > 0) {
  if (wants("console")) await buildConsoleIfStale();
  const found = await findTestFiles({ in: whole.map((part) => `test/${part}/*.test.ts`) });
  // By their own names, not their directories': a browser computes and a journey waits, and they go well beside each other.
  const files = found.toSorted((a, b) => basename(a).localeCompare(basename(b)));
  // Each has its own processes, ports, addresses and directories, and waits most of its time, so one more than there are
  // processors; but it needs their memory.
  const atOnce = Math.min(availableParallelism() + 1, 4);
  const name = whole.join(" and ");
  await runTests(tally, name, files, { atOnce, silenceMs: 5 * 60_000, times });
}
await times.write();
process.exitCode = tally.finish();

async function testEmbedded(): Promise<void> {
  const cluster = await startTestCluster();
  try {
    const files = await findTestFiles({ in: ["{src,test}/**/*.db.test.ts"] });
    await runTests(tally, "db, embedded PostgreSQL", files, {
      env: { DATABASE_URL_TEST: cluster.url },
      times,
    });
  } finally {
    await cluster.stop();
  }
}

async function testExternal(): Promise<void> {
  const external = await startExternalPostgres();
  if (external === null) {
    const failed = process.env["CI"] === "true" ? 1 : 0;
    const note = "there is none here; install PostgreSQL, or set DATABASE_URL_TEST";
    tally.add({ name: "db, external PostgreSQL", passed: 0, failed, seconds: 0, note });
    return;
  }
  try {
    // The first run the embedded one whatever they are given; the others are long, and about what comes before any statement.
    const but = [
      "src/platform/{postgres,installation}/**",
      "test/contract/*-{fuzz,hostile-texts}.*",
    ];
    const files = await findTestFiles({ in: ["{src,test}/**/*.db.test.ts"], but });
    const name = `db, PostgreSQL ${external.version}`;
    await runTests(tally, name, files, { env: { DATABASE_URL_TEST: external.url }, times });
  } finally {
    await external.stop();
  }
}
