import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { Tally } from "./tally.ts";

/** Debian asks this program before it starts a service; 101 means no. */
const policyFile = "/usr/sbin/policy-rc.d";

/**
 * Sees to the system packages that the tests talk to (scripts/test-packages.txt): installs what is missing on Debian as
 * root, without starting any service; elsewhere it says what to install.
 */
export async function installSystemPackages(tally: Tally): Promise<void> {
  const list = new URL("test-packages.txt", import.meta.url);
  const wanted = readFileSync(list, "utf8")
    .split("\n")
    .filter((line) => line !== "");
  if (!existsSync("/usr/bin/dpkg-query")) {
    const note = `the tests need what Debian has in ${wanted.join(" ")}`;
    tally.add({ name: "system packages", passed: 0, failed: 0, seconds: 0, note });
    return;
  }
  const missing = notInstalled(wanted);
  if (missing.length === 0) return;
  const startedAt = performance.now();
  const failed = process.getuid?.() === 0 ? await install(missing) : missing;
  const seconds = (performance.now() - startedAt) / 1000;
  if (failed.length === 0) return;
  const note = `run as root: apt-get install --no-install-recommends ${failed.join(" ")}`;
  tally.add({ name: "system packages", passed: 0, failed: 1, seconds, note });
}

function notInstalled(packages: readonly string[]): string[] {
  const format = "${Package} ${db:Status-Status}\n";
  const { stdout } = spawnSync("dpkg-query", ["-W", "-f", format, ...packages], {
    encoding: "utf8",
  });
  const installed = stdout.split("\n").filter((line) => line.endsWith(" installed"));
  return packages.filter((name) => !installed.includes(`${name} installed`));
}

/** @returns what could not be installed. */
async function install(packages: readonly string[]): Promise<string[]> {
  process.stdout.write(`== installing ${packages.join(" ")}\n`);
  const hadPolicy = existsSync(policyFile);
  if (!hadPolicy) writeFileSync(policyFile, "#!/bin/sh\nexit 101\n", { mode: 0o755 });
  try {
    const args = ["install", "-y", "-q", "--no-install-recommends", ...packages];
    // A fresh machine has no list of packages, or an old one.
    if (!aptGet(args)) {
      aptGet(["update", "-q"]);
      aptGet(args);
    }
  } finally {
    if (!hadPolicy) rmSync(policyFile);
  }
  return notInstalled(packages);
}

/** @returns whether it succeeded. Waits up to a minute for another one that runs. */
function aptGet(args: readonly string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const all = ["-o", "DPkg::Lock::Timeout=60", ...args];
  return spawnSync("apt-get", all, { env, stdio: ["ignore", "inherit", "inherit"] }).status === 0;
}
