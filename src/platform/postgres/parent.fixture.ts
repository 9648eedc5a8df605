// A program that starts the embedded PostgreSQL of the directory it is given, says so, and waits to be killed.
import { createLog } from "#platform/log";
import { startEmbeddedPostgres } from "./start-embedded-postgres.ts";

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("give a data directory");
const postgres = await startEmbeddedPostgres({ dataDir, log: createLog("silent", "parent") });
process.stdout.write(`${postgres.pid}\n`);
