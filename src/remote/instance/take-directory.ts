import { hash } from "node:crypto";
import { mkdir, realpath, unlink } from "node:fs/promises";
import { type Server, connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const tryAgainMs = 100;

/**
 * Takes a data directory for this process alone. The system itself gives it back when the process ends, however it ends:
 * what is held is a socket, by the directory's name. Whoever held it until a moment ago is waited for.
 *
 * @returns gives it back; `null` when another process still holds it after the time.
 */
export async function takeDirectory(
  directory: string,
  waitMs: number,
): Promise<(() => Promise<void>) | null> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const name = socketNameFor(await realpath(directory));
  const until = performance.now() + waitMs;
  for (;;) {
    const server = await listenOn(name);
    if (server !== null) {
      server.unref();
      return async () => void (await new Promise((resolve) => server.close(resolve)));
    }
    if (performance.now() >= until) return null;
    await sleep(tryAgainMs);
  }
}

/** Linux has sockets that are no files (unix(7), abstract), Windows pipes; elsewhere a dead process leaves a file. */
function socketNameFor(directory: string): string {
  const name = `vedette-${hash("sha256", directory).slice(0, 32)}`;
  if (process.platform === "linux") return `\0${name}`;
  if (process.platform === "win32") return `\\\\.\\pipe\\${name}`;
  return join(tmpdir(), `${name}.sock`);
}

async function listenOn(name: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy());
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  server.once("error", (error) => {
    if ("code" in error && error.code === "EADDRINUSE") resolve(false);
    else reject(error);
  });
  server.listen(name, () => resolve(true));
  if (await promise) return server;
  if (name.endsWith(".sock") && !(await isAlive(name))) await unlink(name);
  return null;
}

async function isAlive(name: string): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(name, () => resolve(true));
  socket.on("error", () => resolve(false));
  const alive = await promise;
  socket.destroy();
  return alive;
}
