import assert from "node:assert/strict";
import { test } from "node:test";
import { type Installation, embedded, runVedette, startInstallation } from "#test/processes";

/** Sends a request as a page of the console does. */
async function send(
  { url }: Installation,
  path: string,
  body: object,
  cookie = "",
): Promise<Response> {
  return fetch(`${url}/api${path}`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  });
}

const tokenOf = (link: string): string => new URL(link.trim()).searchParams.get("token") ?? "";

test("the command line brings people in, gives a new password, lists and removes, also when nobody else can", async (t) => {
  const vedette = await startInstallation(t, {
    ...embedded.none,
    VEDETTE_PUBLIC_URL: "https://vedette.example.com/tools",
  });
  const make = ["user", "create", "--tenant", "default", "--email", "Ann@example.com"];
  const link = await vedette.vedette(...make, "--role", "owner", "--name", "Ann");
  assert.match(link, /^https:\/\/vedette\.example\.com\/tools\/join\?token=[\w-]{43}\n$/);
  const password = "a good long password";
  const person = { token: tokenOf(link), name: "Ann Owner", password };
  const joined = await send(vedette, "/join", person);
  assert.equal(joined.status, 200, await joined.text());
  const [cookie = ""] = joined.headers.getSetCookie();
  assert.match(cookie, /^__Secure-vedette\.session_token=/);
  assert.match(cookie, /; Path=\/tools(;|$)/);
  assert.match(cookie, /; Secure/);
  assert.match(cookie, /; HttpOnly/);

  const listed = JSON.parse(await vedette.vedette("user", "list", "--json"));
  assert.equal(listed.length, 1);
  assert.deepEqual(
    [listed[0].email, listed[0].role, listed[0].tenantName],
    ["ann@example.com", "owner", "default"],
  );
  assert.match(await vedette.vedette("user", "list"), /^TENANT\s+E-MAIL.*\ndefault\s+ann@/);

  const reset = JSON.parse(
    await vedette.vedette("user", "reset-password", "ann@example.com", "--json"),
  );
  const renewed = { token: tokenOf(reset.link), password: "another good password" };
  assert.equal((await send(vedette, "/new-password", renewed)).status, 200);
  const credentials = { email: "ann@example.com", password };
  assert.equal((await send(vedette, "/sign-in", credentials)).status, 401);
  const anew = { ...credentials, password: renewed.password };
  assert.equal((await send(vedette, "/sign-in", anew)).status, 200);

  const fails = async (args: readonly string[], sentence: RegExp): Promise<void> => {
    const { code, stderr } = await runVedette(["user", ...args], vedette.env);
    assert.equal(code, 1, stderr);
    assert.match(stderr, sentence);
  };
  const gone = ["remove", "ann@example.com", "--tenant", "default"];
  await fails(gone, /This is the last owner/);
  await fails(["remove", "bob@example.com", "--tenant", "default"], /Nobody has an account/);
  await fails(["reset-password", "bob@example.com"], /Nobody has an account/);
  await fails([...make.slice(1), "--role", "viewer"], /is in this tenant already/);

  const second = ["user", "create", "--tenant", "default", "--email", "bea@example.com"];
  const json = JSON.parse(await vedette.vedette(...second, "--role", "owner", "--json"));
  const bea = { token: tokenOf(json.link), name: "Bea", password };
  assert.equal((await send(vedette, "/join", bea)).status, 200);
  assert.match(await vedette.vedette("user", ...gone), /is in default no more/);
  const log = JSON.parse(await vedette.vedette("user", "list", "--tenant", "default", "--json"));
  assert.deepEqual(
    log.map(({ email }: { email: string }) => email),
    ["bea@example.com"],
  );
});
