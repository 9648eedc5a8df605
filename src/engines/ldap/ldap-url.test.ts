import assert from "node:assert/strict";
import { test } from "node:test";
import { certificateName, parseLdapUrl } from "./ldap-url.ts";

test("a url says whom to ask, where, and how TLS begins", () => {
  const read = (url: string) => {
    const { host, port, security, whom } = parseLdapUrl(url);
    return [host, port, security, whom];
  };
  assert.deepEqual(read("ldaps://dc1.acme.test"), [
    "dc1.acme.test",
    636,
    "ldaps",
    "dc1.acme.test:636",
  ]);
  assert.deepEqual(read("ldap://dc1.acme.test/"), [
    "dc1.acme.test",
    389,
    "starttls",
    "dc1.acme.test:389",
  ]);
  assert.deepEqual(read("LDAP://10.0.0.1:3890"), ["10.0.0.1", 3890, "starttls", "10.0.0.1:3890"]);
  assert.deepEqual(read("ldaps://[2001:db8::1]"), [
    "2001:db8::1",
    636,
    "ldaps",
    "[2001:db8::1]:636",
  ]);
});

test("anything else is named in a sentence", () => {
  for (const url of [
    "",
    "dc1.acme.test",
    "http://dc1.acme.test",
    "ldapi://socket",
    "ldaps://",
    "ldaps://user:secret@dc1.acme.test",
    "ldaps://dc1.acme.test:0",
    "ldaps://dc1.acme.test?objectClass",
  ]) {
    assert.throws(
      () => parseLdapUrl(url),
      { name: "DirectoryRefused", message: /^"[^]*" is no address of a directory: write ldaps:/ },
      url,
    );
  }
});

test("the certificate must have the name that was said, or that of the url", () => {
  const server = parseLdapUrl("ldaps://dc1.acme.test.");
  assert.equal(certificateName(server, null), "dc1.acme.test");
  assert.equal(certificateName(server, "dc.acme.test"), "dc.acme.test");
});

test("the global catalog is refused: what it leaves out would look as if it were not there", () => {
  for (const url of ["ldaps://dc1.acme.test:3269", "ldap://dc1.acme.test:3268"]) {
    assert.throws(() => parseLdapUrl(url), {
      name: "DirectoryRefused",
      message: /^dc1\.acme\.test:326[89] is the global catalog, .*: leave the port 326[89] out\.$/,
    });
  }
});

test("a password in a url is not said again", () => {
  assert.throws(() => parseLdapUrl("ldaps://reader:p@ss@dc1.acme.test"), {
    message: /^"ldaps:\/\/…@dc1\.acme\.test" is no address/,
  });
});
