import { execFileSync, spawn } from "node:child_process";
import { chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withClient } from "#platform/db";

/** A PostgreSQL that is not ours, as an operator would have one. */
export interface ExternalPostgres {
  /** As its superuser. */
  readonly url: string;
  /** Such as `15.18`. */
  readonly version: string;
  stop(): Promise<void>;
}

/** Where Debian's packages put each major version. */
const debianPlace = "/usr/lib/postgresql";

/**
 * The PostgreSQL that `DATABASE_URL_TEST` names; or one that is started from the system's packages, in a temporary
 * directory, and ends with us.
 *
 * @returns null when the system has none.
 */
export async function startExternalPostgres(): Promise<ExternalPostgres | null> {
  const given = process.env["DATABASE_URL_TEST"];
  if (given !== undefined) return describe(given, async () => undefined);
  const programs = findPrograms();
  if (programs === null) return null;
  const directory = mkdtempSync(join(tmpdir(), "vedette-external-"));
  const account = process.getuid?.() === 0 ? accountOf("postgres") : null;
  if (account !== null) chownSync(directory, account.uid, account.gid);
  const data = join(directory, "data");
  const options = { ...account, cwd: directory, env: { PATH: process.env["PATH"], LC_ALL: "C" } };
  const initdbArgs = ["-D", data, "-U", "postgres", "--auth=trust", "--encoding=UTF8", "--no-sync"];
  execFileSync(join(programs, "initdb"), initdbArgs, { ...options, stdio: "ignore" });
  // A shell that stops it when we end, whatever ends us: then the pipe closes.
  const script = '"$@" & p=$!; cat >/dev/null; kill -QUIT $p; wait $p';
  const settings = [
    "log_min_messages=panic",
    "listen_addresses=",
    "fsync=off",
    "max_connections=400",
    `unix_socket_directories=${directory}`,
  ];
  const args = [join(programs, "postgres"), "-D", data, ...settings.flatMap((one) => ["-c", one])];
  const shell = spawn("/bin/sh", ["-c", script, "sh", ...args], {
    ...options,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const ended = new Promise((resolve) => shell.on("exit", resolve));
  return describe(`postgres:///postgres?host=${directory}&user=postgres`, async () => {
    shell.stdin.end();
    await ended;
    rmSync(directory, { recursive: true });
  });
}

async function describe(url: string, stop: () => Promise<void>): Promise<ExternalPostgres> {
  const version = await withClient({ url }, undefined, async (client) => {
    const { rows } = await client.query<{ version: string }>(
      "select split_part(current_setting('server_version'), ' ', 1) as version",
    );
    return rows[0]?.version ?? "?";
  });
  return { url, version, stop };
}

/** The oldest: it is the one that may lack something. */
function findPrograms(): string | null {
  let majors: string[];
  try {
    majors = readdirSync(debianPlace);
  } catch {
    return null;
  }
  const [oldest] = majors.toSorted((a, b) => Number(a) - Number(b));
  return oldest === undefined ? null : join(debianPlace, oldest, "bin");
}

function accountOf(name: string): { uid: number; gid: number } {
  const ask = (flag: string): number =>
    Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
  return { uid: ask("-u"), gid: ask("-g") };
}
