import { test } from "node:test";
import { withClient } from "#platform/db";
import { startAccountsApp, TestBrowser } from "#test/accounts-app";
import { seedAccount } from "#test/accounts";
import { readApiDocument } from "#test/api-document";
import { hostileTextTests } from "#test/hostile-requests";
import { seedTenant } from "#test/seed";

const app = await startAccountsApp();
const { tenantId } = await seedTenant(app.database);
const place = { tenantId, role: "owner" } as const;
const { email, password } = await seedAccount(app.database, "ann@example.test", place);
const browser = new TestBrowser(app.url);
await browser.send("POST", "/sign-in", { email, password });
const { operations } = await readApiDocument("console");

const token = "a".repeat(43);
const response = { clientDataJSON: "e30", attestationObject: "oA", transports: ["usb"] };

const tests = hostileTextTests({
  operations: operations.filter(({ path }) => !path.startsWith("/tenants/")),
  ask: async (method, path, body) => {
    const who = path.startsWith("/account") ? browser : new TestBrowser(app.url);
    const reply = await who.sendText(method, path, body);
    const headers = Object.fromEntries(reply.headers);
    return { statusCode: reply.status, headers, body: reply.body };
  },
  ids: [tenantId],
  samples: {
    signIn: [{ body: { email, password } }],
    signInWithCode: [{ refused: 401, body: { kind: "totp", code: "123456" } }],
    signInWithPasskey: [{ refused: 400, body: { response: { id: "abc" } } }],
    beginProviderSignIn: [{ refused: 404, body: { next: "/" } }],
    setUp: [{ refused: 403, body: { token, name: "Eve", email: "eve@example.test", password } }],
    readPasswordLink: [{ refused: 403, body: { token } }],
    resetPassword: [{ refused: 403, body: { token, password } }],
    readInvitation: [{ refused: 403, body: { token } }],
    join: [{ refused: 403, body: { token, name: "Eve", password } }],
    renameAccount: [{ body: { name: "Ann" } }],
    changePassword: [{ body: { current: password, password } }],
    beginSecondFactor: [{ body: { password } }],
    confirmSecondFactor: [{ refused: 400, body: { code: "123456" } }],
    removeSecondFactor: [{ body: { password } }],
    renewBackupCodes: [{ refused: 400, body: { password } }],
    addPasskey: [{ refused: 400, body: { name: "key", response: { id: "abc", response } } }],
  },
  rows: () =>
    withClient(app.admin, undefined, async (client) => {
      const { rows } = await client.query(
        `select to_jsonb(u) as row from users u union all select to_jsonb(s) from sessions s
         union all select to_jsonb(a) from audit_log a order by 1`,
      );
      return rows;
    }),
});
for (const [guarantee, run] of tests) test(guarantee, run);
