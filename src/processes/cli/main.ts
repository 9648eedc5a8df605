import { runCommandLine } from "./run-command-line.ts";

// `vedette key list | head` ends our output early, which is nothing to complain about.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

process.exitCode = await runCommandLine(process.argv.slice(2), process.env);
