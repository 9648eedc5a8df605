import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { openPage } from "#test/browser";
import { type StartedConsole, startConsole } from "#test/console";
import { embedded, freePort } from "#test/processes";
import { startService, workDirectory } from "#test/real-service";
import { root } from "#test/source-files";
import { selfSigned } from "#test/tls-fixtures";

type Cleaner = Parameters<typeof startService>[0];

/** The examples of nginx that the documentation has: a whole server, and two locations to take the place of its own. */
async function documentedExamples(): Promise<[server: string, kept: string, taken: string]> {
  const page = await readFile(join(root, "docs/console.md"), "utf8");
  const blocks = [...page.matchAll(/^```nginx\n(.*?)^```/gms)].map(([, block = ""]) => block);
  const [server, kept, taken] = blocks;
  assert.ok(server !== undefined && kept !== undefined && taken !== undefined);
  return [server, kept, taken];
}

/** Runs Debian's nginx as the documentation says; only names of files and ports are others. */
async function startProxy(
  t: Cleaner,
  options: { servers: readonly string[]; ports: readonly number[]; upstream: number },
): Promise<void> {
  const { servers, ports, upstream } = options;
  const directory = workDirectory(t, "nginx");
  const file = (name: string) => join(directory, name);
  const { key, cert } = selfSigned({ names: ["localhost", "127.0.0.1"] });
  await writeFile(file("vedette.key"), key);
  await writeFile(file("vedette.pem"), cert);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (kind) => `${kind}_temp_path ${file(kind)};`,
  );
  const adapted = servers.map((server, place) =>
    server
      .replace("443", `127.0.0.1:${ports[place]}`)
      .replaceAll("/etc/ssl", directory)
      .replaceAll("127.0.0.1:7300", `127.0.0.1:${upstream}`),
  );
  await writeFile(
    file("nginx.conf"),
    `daemon off; pid ${file("pid")}; error_log stderr warn; ${process.getuid?.() === 0 ? "user root;" : ""}
events {}
http { access_log off; ${temporary.join(" ")}
${adapted.join("\n")}
}
`,
  );
  await startService(t, {
    command: "nginx",
    args: ["-p", directory, "-c", file("nginx.conf"), "-e", "stderr"],
    ports,
  });
}

/** Signs in at a deep address, sees news without a reload, goes on by links, and comes back by a reload. */
async function useConsole(base: string, { installation, owner }: StartedConsole, sensor: string) {
  const { page, close } = await openPage({
    url: `${base}/t/default/sensors?q=${sensor}`,
    expectedErrors: [/status of 401/],
    trustsAnyCertificate: true,
  });
  const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
  await page.getByLabel("E-mail").fill(owner.email);
  await page.getByLabel("Password", { exact: true }).fill(owner.password);
  const streams = page.waitForResponse((reply) => reply.url().endsWith("/live"));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await heading("Sensors").waitFor();
  assert.equal(page.url(), `${base}/t/default/sensors?q=${sensor}`);
  assert.equal((await streams).status(), 200);
  await isListening(page);

  await installation.apply(`
tenant: default
sensors:
  - { name: ${sensor}, type: tcp, target: "127.0.0.1:9", enabled: false }
`);
  await page.getByRole("row").filter({ hasText: sensor }).getByRole("link").click();
  await heading(sensor).waitFor();
  await page.reload();
  await heading(sensor).waitFor();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: "API keys" })
    .click();
  await heading("API keys").waitFor();
  assert.equal(page.url(), `${base}/t/default/settings/keys`);

  const [cookie] = await page.context().cookies();
  assert.deepEqual([cookie?.secure, cookie?.httpOnly], [true, true]);
  assert.equal(cookie?.path, new URL(base).pathname);
  const ping = await page.request.get(`${base}/monitor/public/v1/ping`);
  assert.equal(ping.status(), 401);
  assert.partialDeepStrictEqual(await ping.json(), { code: "unauthorized" });
  await close();
}

/** Nothing is shown before the table was read, so that what comes later can only have come over the stream. */
async function isListening(page: Page): Promise<void> {
  await page.getByRole("main").getByRole("heading", { level: 2 }).first().waitFor();
}

test("behind nginx as the documentation sets it up, at the top of a name", async (t) => {
  const [server] = await documentedExamples();
  const port = await freePort();
  const started = await startConsole(t, {
    env: {
      ...embedded.none,
      VEDETTE_PUBLIC_URL: `https://localhost:${port}`,
      VEDETTE_TRUSTED_PROXIES: "127.0.0.1",
    },
  });
  await startProxy(t, { servers: [server], ports: [port], upstream: started.installation.port });
  await useConsole(`https://localhost:${port}`, started, "top");
});

test("below a path, whether nginx hands it on or takes it away", async (t) => {
  const [server, kept, taken] = await documentedExamples();
  const ports = [await freePort(), await freePort()];
  const started = await startConsole(t, {
    env: {
      ...embedded.none,
      VEDETTE_PUBLIC_URL: `https://localhost:${ports[0]}/vedette`,
      VEDETTE_TRUSTED_PROXIES: "127.0.0.1",
    },
  });
  const servers = [kept, taken].map((location) =>
    server.replace(/^ {2}location \/ \{.*?^ {2}\}\n/ms, location),
  );
  assert.ok(servers.every((text) => text.includes("location /vedette/")));
  await startProxy(t, { servers, ports, upstream: started.installation.port });
  await useConsole(`https://localhost:${ports[0]}/vedette`, started, "kept");
  await useConsole(`https://localhost:${ports[1]}/vedette`, started, "taken");
});
