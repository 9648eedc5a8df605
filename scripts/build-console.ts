// Builds the console into console/dist, unless what is there was built from just these sources.
import { spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import {
  cp,
  glob,
  mkdir,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const root = fileURLToPath(new URL("../", import.meta.url));
const dist = join(root, "console/dist");
const stampFile = join(dist, "built-from");

/** What the result depends on. */
const sources = [
  "console/{index.html,package.json,tsconfig.json,vite.config.ts}",
  "console/{src,public}/**/*",
];
const lockFile = "package-lock.json";

/** Pages that are open while we build may still ask for parts of the build before. */
const keepMs = 60 * 60_000;

/**
 * Builds the console when its sources or packages have changed. Several may do it at the same time, and a server may be
 * serving: files with a hash in their name are only added, `index.html` is replaced in one step, and comes last.
 *
 * @throws Error with what the builder said.
 */
export async function buildConsoleIfStale(): Promise<void> {
  const stamp = await stampOfSources();
  if ((await readFile(stampFile, "utf8").catch(() => "")) === stamp) return;
  process.stderr.write("Building the console ...\n");
  const fresh = join(root, `console/.build-${randomUUID()}`);
  try {
    build(fresh);
    await compressAll(fresh);
    await mkdir(join(dist, "assets"), { recursive: true });
    await replaceWith(fresh);
    await writeFile(stampFile, stamp);
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function stampOfSources(): Promise<string> {
  const files: string[] = [lockFile];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile()) files.push(join(entry.parentPath, entry.name).slice(root.length));
  }
  const hash = createHash("sha256");
  for (const file of files.toSorted()) {
    const content = await readFile(join(root, file));
    hash.update(`${file}\n${content.length}\n`).update(content);
  }
  return `${hash.digest("hex")}\n`;
}

function build(folder: string): void {
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const args = [vite, "build", "--outDir", folder, "--emptyOutDir", "--logLevel", "warn"];
  const { status, stderr, stdout } = spawnSync(process.execPath, args, {
    cwd: join(root, "console"),
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  if (status !== 0) throw new Error(`The console cannot be built:\n${stdout}${stderr}`);
}

/** Writes each file that a browser reads as text a second and a third time, compressed as far as it goes. */
async function compressAll(folder: string): Promise<void> {
  const assets = join(folder, "assets");
  const names = (await readdir(assets)).filter((name) => /\.(js|css|svg)$/.test(name));
  await Promise.all(
    names
      // The name holds the content's hash: what is there already is the same.
      .filter((name) => !existsSync(join(dist, "assets", `${name}.br`)))
      .map(async (name) => {
        const content = await readFile(join(assets, name));
        const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
        await writeFile(
          join(assets, `${name}.br`),
          await promisify(brotliCompress)(content, { params }),
        );
        await writeFile(join(assets, `${name}.gz`), await promisify(gzip)(content, { level: 9 }));
      }),
  );
}

/** Adds the new assets, then lets the page refer to them, then drops those that no open page can ask for. */
async function replaceWith(folder: string): Promise<void> {
  const now = new Date();
  const current = new Set(await readdir(join(folder, "assets")));
  for (const name of current) {
    await rename(join(folder, "assets", name), join(dist, "assets", name));
    await utimes(join(dist, "assets", name), now, now);
  }
  for (const name of await readdir(folder)) {
    if (name === "assets" || name === "index.html") continue;
    await cp(join(folder, name), join(dist, name), { recursive: true });
  }
  await rename(join(folder, "index.html"), join(dist, "index.html"));
  for (const name of await readdir(join(dist, "assets"))) {
    const file = join(dist, "assets", name);
    const plain = name.replace(/\.(br|gz)$/, "");
    if (current.has(plain)) continue;
    const age = await stat(file).then(
      ({ mtimeMs }) => now.getTime() - mtimeMs,
      () => 0,
    );
    if (age > keepMs) await rm(file, { force: true });
  }
}

if (import.meta.main) await buildConsoleIfStale();
