import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { until } from "#test/until";

const commandLineMain = fileURLToPath(new URL("../../src/processes/cli/main.ts", import.meta.url));
const collectorMain = fileURLToPath(
  new URL("../../src/processes/collector/main.ts", import.meta.url),
);

/** What the helpers need of a test: something that runs when it is over. */
export interface TestScope {
  after(work: () => Promise<void> | void): void;
}

type Environment = Readonly<Record<string, string>>;

/** A program that a test runs, its output gathered for a failed test to show. */
export interface RunningProgram {
  readonly pid: number;
  /** Standard output and error so far. */
  readonly output: () => string;
  /** Sends the signal and waits until the program is gone. One that is gone already is fine. */
  kill(signal: NodeJS.Signals): Promise<void>;
}

function environment(own: Environment): Record<string, string> {
  const { PATH = "", HOME = "" } = process.env;
  return { PATH, HOME, VEDETTE_MIN_INTERVAL_SEC: "1", VEDETTE_LOG_LEVEL: "info", ...own };
}

function run(args: readonly string[], env: Environment): RunningProgram & { child: ChildProcess } {
  const child = spawn(process.execPath, args, {
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  assert.ok(child.pid !== undefined);
  return {
    child,
    pid: child.pid,
    output: () => output,
    async kill(signal) {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal);
      await gone;
    },
  };
}

/** A command of `vedette` that ended. */
export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs one command of `vedette` to its end. */
export async function vedette(args: readonly string[], env: Environment): Promise<Ended> {
  const child = spawn(process.execPath, [commandLineMain, ...args], { env: environment(env) });
  const ended: Ended = { code: null, stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (ended.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (ended.stderr += text));
  ended.code = await new Promise((resolve) => child.once("close", resolve));
  return ended;
}

/** A reply of the API. The body is whatever JSON the server sent. */
export interface ApiReply {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into replies and fail where they are otherwise
  body: any;
}

/** `vedette serve` in a data directory of its own, on a port that the system chose and that stays over restarts. */
export interface TestServer {
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  readonly dataDir: string;
  /** For commands that talk to this installation. */
  readonly env: Environment;
  readonly program: () => RunningProgram;
  /** Starts it again, after it was killed, and waits until it is ready. */
  restart(): Promise<void>;
  /** `vedette apply` with this YAML; fails the test when the command fails. */
  apply(yaml: string): Promise<string>;
  /** Any other command; fails the test when the command fails. Returns standard output. */
  command(...args: string[]): Promise<string>;
  createKey(scope?: "read" | "read_write", tenant?: string): Promise<string>;
  /** A request to the monitoring service, e.g. `api(key, "/public/v1/sensors")`. */
  api(key: string, path: string, init?: RequestInit): Promise<ApiReply>;
}

/** Starts a server and waits until it is ready. It is stopped, and its data deleted, after the test. */
export async function startServer(scope: TestScope, own: Environment = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "vedette-journey-"));
  let program = run([commandLineMain, "serve"], {
    VEDETTE_DATA_DIR: dataDir,
    VEDETTE_PORT: "0",
    ...own,
  });
  scope.after(async () => {
    await program.kill("SIGTERM");
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  });
  const url = await until(() => /ready at (http:\S+)/.exec(program.output())?.[1] ?? null, {
    what: "the server says where it is",
    timeoutMs: 30_000,
  }).catch((cause: unknown) => {
    throw new Error(`the server did not start:\n${program.output()}`, { cause });
  });
  const env = { VEDETTE_DATA_DIR: dataDir, VEDETTE_PORT: new URL(url).port, ...own };

  async function ready(): Promise<void> {
    await until(async () => (await fetch(`${url}/readyz`)).ok, {
      what: "the server is ready",
      timeoutMs: 30_000,
    }).catch((cause: unknown) => {
      throw new Error(`the server is not ready:\n${program.output()}`, { cause });
    });
  }

  async function command(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await vedette(args, env);
    assert.equal(code, 0, `vedette ${args.join(" ")} failed:\n${stderr}`);
    return stdout.trim();
  }

  await ready();
  return {
    url,
    dataDir,
    env,
    program: () => program,
    async restart() {
      program = run([commandLineMain, "serve"], env);
      await ready();
    },
    async apply(yaml) {
      const file = join(dataDir, "journey.yaml");
      await writeFile(file, yaml);
      return command("apply", "-f", file);
    },
    command,
    createKey: (keyScope = "read", tenant = "default") =>
      command(
        ...["key", "create", "--tenant", tenant, "--service", "monitor"],
        ...["--scope", keyScope, "--name", "journey"],
      ),
    async api(key, path, init = {}) {
      const headers = { authorization: `Bearer ${key}`, ...init.headers };
      const reply = await fetch(`${url}/monitor${path}`, { ...init, headers });
      const text = await reply.text();
      return {
        status: reply.status,
        headers: reply.headers,
        body: text === "" ? null : JSON.parse(text),
      };
    },
  };
}

/** A remote collector as its own process, in a directory of its own that stays over restarts. */
export interface TestCollector {
  readonly directory: string;
  readonly program: () => RunningProgram;
  /** Starts it again, without a token. */
  restart(): void;
}

/** Starts a collector that enrols with the token. It is stopped, and its directory deleted, after the test. */
export async function startCollector(
  scope: TestScope,
  options: { server: string; token: string },
): Promise<TestCollector> {
  const directory = await mkdtemp(join(tmpdir(), "vedette-collector-"));
  const { server, token } = options;
  const args = [collectorMain, "--data-dir", directory];
  let program = run([...args, "--server", server, "--token", token], {});
  scope.after(async () => {
    await program.kill("SIGTERM");
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  });
  return {
    directory,
    program: () => program,
    restart() {
      program = run(args, {});
    },
  };
}
