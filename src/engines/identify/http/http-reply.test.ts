import assert from "node:assert/strict";
import { test } from "node:test";
import { httpFacts, pageTitle } from "./http-facts.ts";
import { isWholeReply, readReply } from "./http-reply.ts";

const reply = (text: string) => readReply(Buffer.from(text, "latin1"));

test("a reply is read however its lines end, and its chunks are joined", () => {
  const unix = reply("HTTP/1.0 200 OK\nServer: x\n\n<title>a</title>");
  assert.equal(unix?.body, "<title>a</title>");
  const chunked = reply(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n<tit\r\n6;x=y\r\nle>abc\r\n0\r\n\r\n",
  );
  assert.equal(chunked?.body, "<title>abc");
  assert.equal(reply("220 ready\r\n"), null);
  assert.equal(reply("HTTP/1.1 2000 no\r\n\r\n"), null);
});

test("a reply is whole by its length, its last chunk or its title, and not before", () => {
  const whole = (text: string) => isWholeReply(Buffer.from(text, "latin1"));
  const head = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n";
  assert.equal(whole(`${head}1234`), false);
  assert.equal(whole(`${head}12345`), true);
  assert.equal(whole("HTTP/1.1 200 OK\r\n\r\n<html><title>x"), false);
  assert.equal(whole("HTTP/1.1 200 OK\r\n\r\n<html><title>x</TITLE>"), true);
  assert.equal(whole("HTTP/1.1 200 OK\r\nX: y\r\n"), false);
});

test("the headers that matter keep their values, and a thousand others cannot push them out", () => {
  const filler = Array.from({ length: 400 }, (_, i) => `X-Filler-${i}: 1\r\n`).join("");
  const read = reply(
    `HTTP/1.1 200 OK\r\n${filler}Content-Security-Policy: default-src 'self'\r\n\r\n`,
  );
  assert.ok(read !== null);
  const facts = httpFacts(read);
  assert.equal(facts.headers["content-security-policy"], "default-src 'self'");
  assert.equal(Object.keys(facts.headers).length, 60);
});

test("every scheme of a login is found, in one header or several, and none within quotes", () => {
  const schemes = (...values: string[]) => {
    const lines = values.map((value) => `WWW-Authenticate: ${value}\r\n`).join("");
    const read = reply(`HTTP/1.1 401 no\r\n${lines}\r\n`);
    return read === null ? null : httpFacts(read).authSchemes;
  };
  assert.deepEqual(schemes('Digest realm="a, Basic b", nonce="1"'), ["digest"]);
  assert.deepEqual(schemes('Digest realm="a", Basic realm="b"', "Negotiate"), [
    "digest",
    "basic",
    "negotiate",
  ]);
});

test("a title reads as in a browser, in one line", () => {
  assert.equal(
    pageTitle("<TITLE lang=en>\n  Fish &amp;\n chips &#233; &#x2013; </TITLE>"),
    "Fish & chips é –",
  );
  assert.equal(pageTitle(Buffer.from("<title>Größe</title>").toString("latin1")), "Größe");
  assert.equal(pageTitle("<p>none"), "");
});
