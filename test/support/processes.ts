/** Real processes for journeys: a server with its database and collector, the command line, and a client of the API. */
import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Cleaned, endAfter } from "#test/clean-up";
import { root } from "#test/source-files";
import { until } from "#test/until";

/** Tests run on a machine that does other things, too: what takes a second may take twenty. */
export const patienceMs = 30_000;

/** A server's first start makes its database. */
const startPatienceMs = 90_000;

/** A command that waits in vain is ended before its whole test file is, which could end nothing more of what it began. */
const commandPatienceMs = 4 * 60_000;

/** What a program printed and how it ended. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const main = join(root, "src/processes/cli/main.ts");

/** Starts `vedette ARGS` as a user would, without the launcher. */
export function startVedette(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  return spawn(process.execPath, [main, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...inherited(), ...env },
  });
}

/** Runs `vedette ARGS` to its end. */
export async function runVedette(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Outcome> {
  const child = startVedette(args, env);
  const output = collectOutput(child);
  const timer = setTimeout(() => child.kill("SIGKILL"), commandPatienceMs);
  await ended(child);
  clearTimeout(timer);
  return { code: child.exitCode, ...output() };
}

const noCollector = { VEDETTE_EMBEDDED_COLLECTOR: "off" } as const;
const noProbe = { VEDETTE_EMBEDDED_PROBE: "off" } as const;

/** Settings of journeys that need only one of the parts that run beside the server, or neither: it starts sooner. */
export const embedded = {
  none: { ...noCollector, ...noProbe },
  collector: noProbe,
  probe: noCollector,
} as const;

/** An installation in a folder of its own. */
export interface Installation {
  readonly dir: string;
  readonly env: Readonly<Record<string, string>>;
  readonly url: string;
  readonly port: number;
  /** The server while it runs. */
  readonly server: ChildProcess;
  /** Starts the server and waits until it is ready. */
  start(): Promise<void>;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Runs a command against it. @throws Error with what it said when it fails. */
  vedette(...args: string[]): Promise<string>;
  /** Applies a configuration; the text is YAML. */
  apply(yaml: string, ...args: string[]): Promise<string>;
  /** A client of a service's public API with a new read and write key. */
  client(tenant?: string, service?: "monitor" | "exposure"): Promise<Client>;
  /** What the server wrote on stderr so far. */
  log(): string;
  /** What it wrote on stdout. */
  printed(): string;
}

/**
 * Makes an installation with short intervals allowed, and starts it. Everything is stopped and deleted after the test.
 *
 * @param env besides: `VEDETTE_*`, `DATABASE_URL`. It listens on a port of its own choice unless this says which.
 */
export async function startInstallation(
  t: Cleaned,
  env: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  const dir = await mkdtemp(join(tmpdir(), "vedette-journey-"));
  const port = Number(env["VEDETTE_PORT"] ?? (await freePort()));
  const installation = new RunningInstallation(dir, port, env);
  endAfter(t, async () => {
    await installation.stop();
    await rm(dir, { recursive: true, force: true });
  });
  await installation.start();
  return installation;
}

class RunningInstallation implements Installation {
  readonly dir: string;
  readonly port: number;
  readonly url: string;
  readonly env: Readonly<Record<string, string>>;
  #server: ChildProcess | undefined;
  #output: () => { stdout: string; stderr: string } = () => ({ stdout: "", stderr: "" });
  #files = 0;

  constructor(dir: string, port: number, env: Readonly<Record<string, string>>) {
    this.dir = dir;
    this.port = port;
    this.url = `http://127.0.0.1:${port}`;
    this.env = {
      VEDETTE_DATA_DIR: join(dir, "data"),
      VEDETTE_PORT: String(port),
      VEDETTE_MIN_INTERVAL_SEC: "1",
      VEDETTE_RATE_LIMIT_PER_MINUTE: "1000000",
      ...env,
    };
  }

  get server(): ChildProcess {
    if (this.#server === undefined) throw new Error("the server was not started");
    return this.#server;
  }

  async start(): Promise<void> {
    const server = startVedette(["serve"], this.env);
    this.#server = server;
    this.#output = collectOutput(server);
    await until(
      async () => {
        if (server.exitCode !== null) return true;
        const reply = await fetch(`${this.url}/readyz`);
        if (reply.status === 200) return true;
        throw new Error(`${await reply.text()}\n${this.log()}`);
      },
      { what: "the server is ready", timeoutMs: startPatienceMs },
    );
    if (server.exitCode !== null)
      throw new Error(`the server ended with ${server.exitCode}: ${this.log()}`);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    if (this.#server !== undefined) await endProcess(this.#server, signal);
  }

  async vedette(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await runVedette(args, this.env);
    if (code !== 0) throw new Error(`vedette ${args.join(" ")} ended with ${code}: ${stderr}`);
    return stdout;
  }

  async apply(yaml: string, ...args: string[]): Promise<string> {
    this.#files += 1;
    const file = join(this.dir, `monitoring-${this.#files}.yaml`);
    await writeFile(file, yaml);
    return this.vedette("apply", "-f", file, ...args);
  }

  async client(tenant = "default", service: "monitor" | "exposure" = "monitor"): Promise<Client> {
    const key = await this.vedette(
      "key",
      "create",
      "--tenant",
      tenant,
      "--service",
      service,
      "--scope",
      "read_write",
      "--name",
      "journey",
    );
    return new Client(`${this.url}/${service}/public/v1`, key.trim());
  }

  log(): string {
    return this.#output().stderr;
  }

  printed(): string {
    return this.#output().stdout;
  }
}

/** A sensor as the public API shows it; the fields that journeys look at. */
export interface Sensor {
  readonly id: string;
  readonly name: string;
  readonly state: "up" | "down" | null;
  readonly stateSince: number | null;
  readonly lastCheckedAt: number | null;
  readonly latencyMs: number | null;
  readonly httpStatus: number | null;
  readonly certDaysLeft: number | null;
  readonly cause: string | null;
}

export interface Incident {
  readonly id: string;
  readonly sensorId: string;
  readonly sensorName: string;
  readonly cause: string;
  readonly openedAt: number;
  readonly closedAt: number | null;
  readonly open: boolean;
  readonly kind: string;
}

/** Calls the public API as an integration does. */
export class Client {
  readonly #base: string;
  readonly key: string;

  constructor(base: string, key: string) {
    this.#base = base;
    this.key = key;
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: unknown }> {
    const headers = {
      authorization: `Bearer ${this.key}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const reply = await fetch(`${this.#base}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: await reply.json() };
  }

  /** @throws Error unless the reply is 200. */
  async get<T>(path: string): Promise<T> {
    const { status, body } = await this.call("GET", path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body as T;
  }

  async sensors(): Promise<Sensor[]> {
    return (await this.get<{ sensors: Sensor[] }>("/sensors")).sensors;
  }

  async sensor(name: string): Promise<Sensor> {
    const found = (await this.sensors()).find((sensor) => sensor.name === name);
    if (found === undefined) throw new Error(`no sensor ${name}`);
    return found;
  }

  async incidents(): Promise<Incident[]> {
    return (await this.get<{ incidents: Incident[] }>("/incidents")).incidents;
  }

  /** Waits until the sensor is in this state. */
  async reaches(name: string, state: Sensor["state"], timeoutMs = patienceMs): Promise<Sensor> {
    return until(
      async () => {
        const sensor = await this.sensor(name);
        return sensor.state === state ? sensor : null;
      },
      { what: `${name} is ${state}`, timeoutMs },
    );
  }
}

/**
 * Where programs that are told their port listen: registered ports (RFC 6335), below those that systems give to outgoing connections. One
 * of these could be taken from under a program that is just starting.
 */
const firstPort = 20_000;
const lastPort = 32_000;

/** A port that was free a moment ago, and that nobody is given by chance. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(firstPort, lastPort);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer();
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EADDRINUSE") resolve(false);
    else reject(error);
  });
  server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  return promise;
}

/**
 * Sends the signal and waits for the end.
 *
 * @throws Error when it had to be ended by force.
 */
export async function endProcess(
  child: ChildProcess,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  let isForced = false;
  const timer = setTimeout(() => (isForced = child.kill("SIGKILL")), patienceMs);
  await ended(child);
  clearTimeout(timer);
  if (isForced) throw new Error(`${child.spawnargs.join(" ")} did not end on ${signal}`);
}

/** Resolves when the process is gone. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  child.once("close", () => resolve());
  await promise;
}

function collectOutput(child: ChildProcess): () => { stdout: string; stderr: string } {
  const chunks = { stdout: "", stderr: "" };
  child.stdout?.on("data", (chunk: Buffer) => (chunks.stdout += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (chunks.stderr += chunk.toString()));
  return () => ({ ...chunks });
}

/** The environment without settings of the one who runs the tests. */
function inherited(): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    ([name]) => !name.startsWith("VEDETTE_") && name !== "DATABASE_URL",
  );
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? ""]));
}
