// Takes the pictures of the documentation: a real installation with real checks, a real scan and a real browser.
// Needs what the tests need (Chromium, redis-server). Usage: node scripts/write-pictures.ts
import { createServer } from "node:http";
import { mkdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { startConsole } from "#test/console";
import { startService, workDirectory } from "#test/real-service";

const feeds = fileURLToPath(new URL("../test/fixtures/feeds", import.meta.url));
const images = fileURLToPath(new URL("../docs/images/", import.meta.url));

const network = "127.91.3";
const [web, shop, cache] = [`${network}.10`, `${network}.11`, `${network}.12`];

const endings: (() => Promise<void> | void)[] = [];
const cleaner = { after: (cleanUp: () => Promise<void> | void) => void endings.push(cleanUp) };

try {
  await startHosts();
  await takePictures();
} finally {
  for (const end of endings.toReversed()) await end();
}
// The browser is closed after tests, and here is none: it ends with us.
process.exit();

/** Two web servers that say what they are, and a Redis that asks for no password. */
async function startHosts(): Promise<void> {
  for (const [host, product] of [
    [web, "nginx/1.16.0"],
    [shop, "Apache/2.4.51 (Unix)"],
  ] as const) {
    const server = createServer((_request, response) => {
      response.setHeader("server", product);
      response.end("<title>Welcome</title>");
    });
    await new Promise<void>((resolve) => server.listen(80, host, resolve));
    cleaner.after(() => {
      server.closeAllConnections();
      server.close();
    });
  }
  await startService(cleaner, {
    command: "redis-server",
    args: ["--bind", cache, "--protected-mode", "no", "--dir", workDirectory(cleaner, "redis")],
    address: cache,
    ports: [6379],
  });
}

async function takePictures(): Promise<void> {
  const { installation, open } = await startConsole(cleaner, { env: {} });
  await installation.vedette("feeds", "import", feeds);
  await installation.apply(`
tenant: default
sensors:
  - { name: web, type: http, target: "http://${web}/", intervalSec: 5 }
  - { name: shop, type: http, target: "http://${shop}/", intervalSec: 5 }
  - { name: cache, type: tcp, target: "${cache}:6379", intervalSec: 5 }
  - { name: gateway, type: icmp, target: ${network}.1, intervalSec: 5 }
  - { name: mail, type: tcp, target: "${network}.13:25", intervalSec: 5, failuresBeforeDown: 2 }
  - { name: backup, type: icmp, target: ${network}.14, intervalSec: 5, enabled: false }
sites:
  - { name: Headquarters, subnets: [${network}.0/24] }
scans:
  - { name: every night, site: Headquarters, type: full, targets: ["${network}.10-12"], schedule: "0 3 * * *",
      ports: "80,6379", udpPorts: none, nmap: false }
`);
  await installation.vedette("scan", "run", "every night", "--tenant", "default", "--wait");
  await mkdir(images, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    const page = await open("/t/default", { colorScheme });
    await page.getByRole("button", { name: "Hide the first steps" }).click();
    await page.getByRole("region", { name: "What is down" }).getByText("mail").waitFor();
    const worst = page.getByRole("region", { name: "Worst findings" });
    await worst.getByRole("listitem").first().waitFor();
    await page.evaluate("scrollTo(0, 0)");
    const name = colorScheme === "light" ? "overview.png" : "overview-dark.png";
    await page.screenshot({ path: `${images}${name}` });
  }
}
