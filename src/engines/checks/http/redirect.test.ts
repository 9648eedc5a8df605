import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { nextRequest, RedirectTrail } from "./redirect.ts";
import type { HttpRequest } from "./request.ts";

const headers = [
  ["Authorization", "Bearer t"],
  ["X-Api-Key", "k"],
  ["Accept", "text/html"],
  ["Content-Type", "text/plain"],
] as const;

function request(url: string, method = "GET", body: string | null = null): HttpRequest {
  return { url: new URL(url), method, headers, body };
}

function next(from: HttpRequest, status: number, location: string): HttpRequest {
  const found = nextRequest(from, status, location);
  if (found === null || typeof found === "string") assert.fail(String(found));
  return found;
}

function names(made: HttpRequest): string[] {
  return made.headers.map(([name]) => name);
}

describe("a redirect", () => {
  test("goes where Location says, relative to where it came from", () => {
    const from = request("https://a.test/x/y?z");
    const to = (location: string): string => next(from, 302, location).url.href;
    assert.equal(to("/p"), "https://a.test/p");
    assert.equal(to("p#part"), "https://a.test/x/p");
    assert.equal(to("//b.test/"), "https://b.test/");
    assert.equal(to("http://a.test/"), "http://a.test/");
    assert.equal(to("?q"), "https://a.test/x/y?q");
    assert.equal(to("https://u:p@b.test/"), "https://b.test/");
    assert.equal(to(Buffer.from("/ä").toString("latin1")), "https://a.test/%C3%A4");
  });

  test("turns POST into GET after 301, 302 and 303, and keeps method and body after 307 and 308", () => {
    for (const status of [301, 302, 303]) {
      const made = next(request("http://a.test/", "POST", "body"), status, "/b");
      assert.deepEqual([made.method, made.body], ["GET", null]);
      assert.deepEqual(names(made), ["Authorization", "X-Api-Key", "Accept"]);
    }
    for (const status of [307, 308]) {
      const made = next(request("http://a.test/", "POST", "body"), status, "/b");
      assert.deepEqual([made.method, made.body, made.headers.length], ["POST", "body", 4]);
    }
    assert.equal(next(request("http://a.test/", "HEAD"), 303, "/b").method, "HEAD");
    assert.equal(next(request("http://a.test/", "PUT", "x"), 303, "/b").method, "GET");
    assert.equal(next(request("http://a.test/", "PUT", "x"), 302, "/b").method, "PUT");
  });

  test("takes no credentials along to another origin, and never back", () => {
    for (const url of ["https://b.test/", "https://a.test:8443/", "http://a.test/"]) {
      const made = next(request("https://a.test/"), 302, url);
      assert.deepEqual(names(made), ["Accept", "Content-Type"], url);
      assert.deepEqual(names(next(made, 302, "https://a.test/")), ["Accept", "Content-Type"]);
    }
    assert.deepEqual(names(next(request("http://a.test/"), 301, "https://a.test/")).length, 4);
    assert.deepEqual(
      names(next(request("http://a.test:80/"), 301, "https://a.test:8443/")).length,
      2,
    );
  });

  test("is none without Location or with another status", () => {
    for (const status of [200, 300, 304, 305]) {
      assert.equal(nextRequest(request("http://a.test/"), status, "/b"), null);
    }
    assert.equal(nextRequest(request("http://a.test/"), 302, undefined), null);
  });

  test("to what is neither http nor https is refused, in words", () => {
    const from = request("http://a.test/");
    assert.match(String(nextRequest(from, 302, "ftp://b.test/")), /redirects to a ftp: URL/);
    assert.match(
      String(nextRequest(from, 302, "http://[")),
      /redirects to "http:\/\/\[", which is no URL/,
    );
    assert.match(String(nextRequest(from, 302, "javascript:alert(1)")), /javascript: URL/);
  });

  test("to where it has been is a circle, another method is not", () => {
    const trail = new RedirectTrail(request("http://a.test/"));
    assert.equal(trail.follow(request("http://b.test/")), true);
    assert.equal(trail.follow(request("http://a.test/", "HEAD")), true);
    assert.equal(trail.follow(request("http://a.test/")), false);
    assert.equal(trail.count, 3);
    assert.equal(trail.way, "http://a.test/ → http://b.test/ → http://a.test/ → http://a.test/");
  });
});
