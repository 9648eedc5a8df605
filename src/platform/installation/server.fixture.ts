// A server that opens the installation in the directory it is given, says so, and waits to be killed.
import { createLog } from "#platform/log";
import { openInstallation } from "./open-installation.ts";

const [dataDir] = process.argv.slice(2);
if (dataDir === undefined) throw new Error("give a data directory");
const log = createLog("silent", "server");
await openInstallation(
  { dataDir, databaseUrl: undefined },
  { as: "server", name: "vedette serve", log },
);
process.stdout.write("open\n");
