// What the npm scripts call: installs what is missing, finds the pinned Node, and runs the task with it. Plain JavaScript
// that an old Node understands, because a fresh machine may have no other.
import { spawn, spawnSync } from "node:child_process";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { findNode } from "./find-node.mjs";
import { installIfStale } from "./install.mjs";

const root = fileURLToPath(new URL("../", import.meta.url));

/** Modules as they were compiled, so that the next start does not do it again; the launcher keeps them there as well. */
const compiled = join(root, "node_modules/.cache/compiled");

const buildConsole = "scripts/build-console.ts";

/** @type {Record<string, string[]>} */
const tasks = {
  serve: ["src/processes/cli/main.ts", "serve"],
  build: [buildConsole],
  dev: ["node_modules/vite/bin/vite.js", "console"],
  test: ["scripts/test.ts"],
  check: ["scripts/check.ts"],
  bench: ["bench/all.ts"],
};

const [task = "", ...args] = process.argv.slice(2);
const command = Object.hasOwn(tasks, task) ? tasks[task] : undefined;
if (command === undefined) {
  process.stderr.write(`usage: node scripts/run.mjs ${Object.keys(tasks).join("|")}\n`);
  process.exit(2);
}

try {
  await installIfStale(root);
  const node = findNode(root);
  if (task === "serve") buildConsoleWith(node);
  run(node, [...command, ...args]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

/**
 * Builds the console if it is not what its sources say.
 *
 * @param {string} node
 * @throws {Error} with a sentence when it cannot be built.
 */
function buildConsoleWith(node) {
  const { status } = spawnSync(node, [buildConsole], { cwd: root, stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error("The console could not be built; it says above why.");
}

/**
 * Runs it in our place: its signals, its output, its exit code.
 *
 * @param {string} node
 * @param {string[]} nodeArgs
 */
function run(node, nodeArgs) {
  const path = [dirname(node), join(root, "node_modules/.bin"), process.env.PATH].join(delimiter);
  const child = spawn(node, nodeArgs, {
    cwd: root,
    stdio: "inherit",
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path },
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well; twice would mean "at once".
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  }
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? (signal === "SIGINT" ? 130 : 1);
  });
}
