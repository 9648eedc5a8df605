import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { Problem } from "#platform/errors";
import { readConfig } from "./config.ts";

const provider = {
  VEDETTE_PUBLIC_URL: "https://vedette.example.com/tools/",
  VEDETTE_OIDC_ISSUER: "https://login.example.com/realms/main/",
  VEDETTE_OIDC_CLIENT_ID: "vedette",
  VEDETTE_OIDC_CLIENT_SECRET: "secret",
};

test("addresses are kept without the slash at their end, and nothing is set by itself", () => {
  const none = readConfig({});
  assert.deepEqual([none.publicUrl, none.oidc], [undefined, undefined]);
  const { publicUrl, oidc, unknownSettings } = readConfig(provider);
  assert.equal(publicUrl, "https://vedette.example.com/tools");
  assert.deepEqual(oidc, {
    issuer: "https://login.example.com/realms/main",
    clientId: "vedette",
    clientSecret: "secret",
    name: "single sign-on",
  });
  assert.deepEqual(unknownSettings, []);
  assert.equal(readConfig({ VEDETTE_PUBLIC_URL: "http://a:7300/" }).publicUrl, "http://a:7300");
});

test("the client's secret may be in a file", async (t) => {
  const dir = await mkdtemp(join(tmpdir(), "vedette-oidc-"));
  t.after(() => rm(dir, { recursive: true }));
  const file = join(dir, "secret");
  await writeFile(file, "from a file\n");
  const { VEDETTE_OIDC_CLIENT_SECRET: _secret, ...rest } = provider;
  const { oidc } = readConfig({ ...rest, VEDETTE_OIDC_CLIENT_SECRET_FILE: file });
  assert.equal(oidc?.clientSecret, "from a file");
  await writeFile(file, "\n");
  for (const path of [file, join(dir, "none")]) {
    const env = { ...rest, VEDETTE_OIDC_CLIENT_SECRET_FILE: path };
    assert.throws(() => readConfig(env), /VEDETTE_OIDC_CLIENT_SECRET_FILE/);
  }
});

test("half of a provider, or an address that is none, stops the start with a sentence that never tells the secret", () => {
  for (const [name, value] of [
    ["VEDETTE_PUBLIC_URL", "vedette.example.com"],
    ["VEDETTE_PUBLIC_URL", "ftp://vedette.example.com"],
    ["VEDETTE_PUBLIC_URL", "https://a:b@vedette.example.com"],
    ["VEDETTE_PUBLIC_URL", "https://vedette.example.com/?x"],
    ["VEDETTE_PUBLIC_URL", ""],
    ["VEDETTE_OIDC_ISSUER", "login"],
    ["VEDETTE_OIDC_ISSUER", ""],
    ["VEDETTE_OIDC_CLIENT_ID", ""],
    ["VEDETTE_OIDC_CLIENT_SECRET", ""],
    ["VEDETTE_OIDC_CLIENT_SECRET_FILE", "/both"],
  ] as const) {
    assert.throws(
      () => readConfig({ ...provider, VEDETTE_OIDC_CLIENT_SECRET: "hush", [name]: value }),
      (error) => {
        assert.ok(error instanceof Problem, `${name}=${value}`);
        assert.match(error.message, /VEDETTE_/);
        assert.doesNotMatch(error.message, /hush/);
        return true;
      },
    );
  }
});
