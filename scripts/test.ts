// Everything that says whether the program is in order; or, with `unit`, `db`, `journeys` or `console`, that part of it.
import { availableParallelism } from "node:os";
import { startTestCluster } from "../test/support/cluster.ts";
import { buildConsoleIfStale } from "./build-console.ts";
import { startExternalPostgres } from "./external-postgres.ts";
import { findTestFiles, runTests } from "./run-tests.ts";
import { steps } from "./steps.ts";
import { installSystemPackages } from "./system-packages.ts";
import { Tally } from "./tally.ts";

const parts = ["unit", "db", "journeys", "console"];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((part) => !parts.includes(part));
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join(", ")}: no such part. Parts are ${parts.join(", ")}.\n`);
  process.exit(2);
}
const wants = (part: string): boolean => wanted.length === 0 || wanted.includes(part);

const tally = new Tally();
await installSystemPackages(tally);
if (wanted.length === 0) await steps(tally);
if (wants("unit")) {
  const patterns = { in: ["{src,scripts}/**/*.test.ts", "test/{architecture,contract}/*.test.ts"] };
  await runTests(tally, "unit", await findTestFiles({ ...patterns, but: ["**/*.db.test.ts"] }));
}
if (wants("db")) {
  await testEmbedded();
  await testExternal();
}
if (wants("journeys")) {
  const files = await findTestFiles({ in: ["test/journeys/*.test.ts"] });
  // Each has its own ports, addresses and directories, and waits most of its time, so one more than there are processors; but it
  // is several processes, with their memory.
  const atOnce = Math.min(availableParallelism() + 1, 4);
  await runTests(tally, "journeys", files, { atOnce, fileTimeoutMs: 5 * 60_000 });
}
if (wants("console")) {
  await buildConsoleIfStale();
  const files = await findTestFiles({ in: ["test/console/*.test.ts"] });
  // Each is a browser, a server and a database.
  await runTests(tally, "console", files, { atOnce: 2, fileTimeoutMs: 5 * 60_000 });
}
process.exitCode = tally.finish();

async function testEmbedded(): Promise<void> {
  const cluster = await startTestCluster();
  try {
    const files = await findTestFiles({ in: ["{src,test}/**/*.db.test.ts"] });
    await runTests(tally, "db, embedded PostgreSQL", files, {
      env: { DATABASE_URL_TEST: cluster.url },
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
    // These run the embedded one whatever they are given.
    const but = ["src/platform/{postgres,installation}/**"];
    const files = await findTestFiles({ in: ["{src,test}/**/*.db.test.ts"], but });
    const name = `db, PostgreSQL ${external.version}`;
    await runTests(tally, name, files, { env: { DATABASE_URL_TEST: external.url } });
  } finally {
    await external.stop();
  }
}
