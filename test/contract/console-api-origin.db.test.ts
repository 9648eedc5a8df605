import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "#lib/ids";
import { TestBrowser, startAccountsApp } from "#test/accounts-app";
import { seedAccount } from "#test/accounts";
import { readApiDocument } from "#test/api-document";
import { rowsOfTenant } from "#test/rows-of-tenant";
import { seedTenant } from "#test/seed";

const app = await startAccountsApp();
const { tenantId } = await seedTenant(app.database);
const { credentials } = await seedAccount(app.database, "owner@example.test", {
  tenantId,
  role: "owner",
});
const owner = new TestBrowser(app.url);
assert.equal((await owner.send("POST", "/sign-in", credentials)).status, 200);
const { operations } = await readApiDocument("console");
const changing = operations.filter(({ method }) => method !== "GET");
const refusal = "This request does not come from the console.";

const { host } = new URL(app.url);
/** What a browser says of a page that is not the console's, or that we cannot know to be. */
const foreign: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "another site": { origin: "https://evil.test" },
  "another site that names us": { origin: `https://evil.test/${host}` },
  "a name that begins as ours": { origin: `http://${host}.evil.test` },
  "another port": { origin: "http://127.0.0.1:1" },
  "a page without an origin": { origin: "null" },
  "another site, by Sec-Fetch-Site": { origin: "", "sec-fetch-site": "cross-site" },
  "a sister of our name": { origin: "", "sec-fetch-site": "same-site" },
  "nobody says": { origin: "" },
};

test("every operation that changes something refuses what does not come from the console, before all else", async () => {
  assert.ok(changing.length > 80);
  const before = await rowsOfTenant(app, tenantId);
  const wrong: string[] = [];
  for (const { method, path } of changing) {
    const address = path.replace("{tenantId}", tenantId).replaceAll(/\{\w+\}/g, newId());
    for (const [whence, { origin = "", ...headers }] of Object.entries(foreign)) {
      const reply = await fetch(`${app.url}/api${address}`, {
        method,
        headers: {
          cookie: [...owner.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
          "content-type": "application/json",
          ...(origin === "" ? {} : { origin }),
          ...headers,
        },
        body: "{}",
      });
      const { error } = JSON.parse(await reply.text());
      if (reply.status !== 403 || error !== refusal) {
        wrong.push(`${method} ${path} from ${whence}: ${reply.status} ${error}`);
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(await rowsOfTenant(app, tenantId), before);
  assert.equal((await owner.send("GET", "/account")).status, 200, "nobody was signed out");
});

test("what comes from the console is heard", async () => {
  const reply = await owner.send("DELETE", `/account/sessions/${newId()}`);
  assert.equal(reply.status, 404, JSON.stringify(reply.body));
});
