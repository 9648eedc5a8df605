import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { InvalidTarget } from "#lib/ip";
import type { HttpSettings } from "#engines/check-types";
import { planHttp } from "./http-plan.ts";
import { parseHttpUrl } from "./request.ts";

function hop(target: string, http: HttpSettings = {}) {
  return planHttp({ type: "http", target, http }).first;
}

function sent(target: string, http: HttpSettings = {}): string[] {
  return hop(target, http).bytes.toString().split("\r\n");
}

describe("a request", () => {
  test("asks for what the URL says, names its host, and closes the connection", () => {
    assert.deepEqual(sent("http://Example.test:8080/a b?q=ä#part"), [
      "GET /a%20b?q=%C3%A4 HTTP/1.1",
      "Host: example.test:8080",
      "User-Agent: Vedette",
      "Accept: */*",
      "Accept-Encoding: identity",
      "Connection: close",
      "",
      "",
    ]);
  });

  test("carries a body with its length in bytes", () => {
    const lines = sent("http://a.test/", { method: "POST", body: "ä" });
    assert.ok(lines.includes("Content-Length: 2"));
    assert.equal(lines.at(-1), "ä");
  });

  test("lets the settings replace our header fields, whatever the case of their names", () => {
    const lines = sent("http://a.test/", {
      headers: { host: "b.test", "user-agent": "me", X: "1" },
    });
    assert.deepEqual(
      lines.filter((line) => /^(host|user-agent|x):/i.test(line)),
      ["host: b.test", "user-agent: me", "X: 1"],
    );
  });

  test("has user and password from the settings or from the URL, and the token", () => {
    const auth = (target: string, http: HttpSettings = {}): string | undefined =>
      sent(target, http).find((line) => line.startsWith("Authorization: "));
    const basic = "Authorization: Basic dTpw";
    assert.equal(auth("http://a.test/", { basicAuth: { user: "u", password: "p" } }), basic);
    assert.equal(auth("http://u:p@a.test/"), basic);
    assert.equal(auth("http://a.test/", { bearerToken: "t" }), "Authorization: Bearer t");
    assert.equal(auth("http://a.test/"), undefined);
  });

  test("goes to the port of the scheme unless the URL has one, and to IPv6 without brackets", () => {
    assert.deepEqual([hop("http://a.test").port, hop("https://a.test").port], [80, 443]);
    const { host, port, serverName } = hop("https://[::1]:8443/");
    assert.deepEqual([host, port, serverName], ["::1", 8443, null]);
    assert.equal(hop("https://a.test.").serverName, "a.test");
  });

  test("is named in causes without user, password, query and fragment", () => {
    assert.equal(hop("https://u:secret@a.test/p?token=secret#x").shown, "https://a.test/p?…");
    assert.ok(hop(`https://a.test/${"x".repeat(1900)}`).shown.length < 200);
  });

  test("is not made for what is no URL of http or https", () => {
    for (const target of [
      "",
      "a.test/x",
      "ftp://a.test/",
      "http://",
      "http:a.test",
      "http://a:0/",
      "http://a:99999/",
    ]) {
      assert.throws(() => parseHttpUrl(target), InvalidTarget, target);
    }
    assert.throws(() => hop("http://%zz@a.test/"), InvalidTarget);
  });
});
