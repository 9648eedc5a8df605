import type { Stats } from "node:fs";
import { stat, statfs } from "node:fs/promises";
import type { Config } from "#platform/config";
import { type Finding, formatBytes } from "./finding.ts";

/** Below the first, PostgreSQL may stop soon; below the second, somebody should look. */
const failBelow = { bytes: 256 * 1024 ** 2, share: 0.01 };
const warnBelow = { bytes: 2 * 1024 ** 3, share: 0.1 };

/** Looks at the data directory, the secret key file and the disk that they are on. */
export async function examineFiles(config: Config): Promise<Finding[]> {
  return [
    await examineDirectory(config.dataDir),
    await examineKeyFile(config.secretKeyFile),
    await examineDisk(config.dataDir),
  ];
}

async function examineDirectory(path: string): Promise<Finding> {
  const subject = "data directory";
  const there = await look(path);
  if (there === null) return { subject, verdict: "warning", text: `${path} is not there` };
  if (isOpenToOthers(there)) {
    const text = `others can look into ${path}: chmod 700 ${path}`;
    return { subject, verdict: "warning", text };
  }
  return { subject, verdict: "ok", text: `${path}, for its owner alone` };
}

async function examineKeyFile(path: string): Promise<Finding> {
  const subject = "secret key";
  const there = await look(path);
  if (there === null) {
    const text = `${path} is not there; it is made by the first start`;
    return { subject, verdict: "warning", text };
  }
  if (isOpenToOthers(there)) {
    const text = `others can read ${path}, which opens every credential: chmod 600 ${path}`;
    return { subject, verdict: "failed", text };
  }
  return { subject, verdict: "ok", text: `${path}, for its owner alone` };
}

async function examineDisk(path: string): Promise<Finding> {
  const subject = "disk";
  if ((await look(path)) === null) return { subject, verdict: "ok", text: "nothing on it yet" };
  const { bavail, blocks, bsize } = await statfs(path);
  const free = bavail * bsize;
  const share = bavail / blocks;
  const text = `${formatBytes(free)} free of ${formatBytes(blocks * bsize)} (${Math.round(share * 100)} %)`;
  const below = (bound: typeof failBelow) => free < bound.bytes || share < bound.share;
  if (below(failBelow)) return { subject, verdict: "failed", text: `${text}; make room now` };
  return below(warnBelow)
    ? { subject, verdict: "warning", text }
    : { subject, verdict: "ok", text };
}

async function look(path: string): Promise<Stats | null> {
  try {
    return await stat(path);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

function isOpenToOthers({ mode }: Stats): boolean {
  return (mode & 0o077) !== 0;
}
