import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { after, describe, test } from "node:test";
import fc from "fast-check";
import { createTestAuthority, dayMs, type Identity, selfSigned } from "#test/tls-fixtures";
import { chainOf, type ServedChain } from "./served-chain.ts";
import { daysLeft, judgeExpiry, judgeVerification } from "./verdict.ts";

const nowAt = Date.parse("2026-11-21T12:00:00Z");
const on = (text: string): number => Date.parse(text);
const whom = "example.test:443";
const root = createTestAuthority("Test root");
after(() => root.close());

function chain({ cert }: Identity): ServedChain {
  const blocks = cert.match(/-----BEGIN[^]*?-----END CERTIFICATE-----/g) ?? [];
  const certificates = blocks.map((block) => new X509Certificate(block));
  const [leaf] = certificates;
  if (leaf === undefined) assert.fail("no certificate");
  return chainOf(leaf, certificates);
}

function issued(names: string[], validFromAt: number, validToAt: number): ServedChain {
  return chain(root.issue({ names, validFromAt, validToAt }));
}

const sound = issued(
  ["example.test", "*.wild.test", "10.0.0.1"],
  on("2026-01-01"),
  on("2027-01-01"),
);

describe("days left", () => {
  test("are whole days, rounded down, negative once the end has passed", () => {
    fc.assert(
      fc.property(fc.integer({ min: -90_000, max: 900_000 }), fc.nat(dayMs - 1), (days, rest) => {
        assert.equal(daysLeft(nowAt + days * dayMs + rest, nowAt), days);
      }),
    );
    assert.equal(daysLeft(nowAt - 1, nowAt), -1);
  });

  test("stay within what a result can carry", () => {
    assert.equal(daysLeft(on("9999-12-31T23:59:59Z"), nowAt), 1_000_000);
    assert.equal(daysLeft(on("0100-01-01"), nowAt), -100_000);
  });
});

describe("a served chain", () => {
  const verdict = (served: ServedChain, error: string | null, name = "example.test") =>
    judgeVerification(served, error, name, whom, nowAt);

  test("that is trusted and covers the name is fine", () => {
    for (const name of ["example.test", "EXAMPLE.test", "a.wild.test", "10.0.0.1"]) {
      assert.equal(verdict(sound, null, name), null, name);
    }
  });

  test("for other names says for which", () => {
    assert.equal(
      verdict(sound, null, "other.test"),
      "certificate of example.test:443 is for example.test, *.wild.test, 10.0.0.1, not for other.test",
    );
    for (const name of ["wild.test", "a.b.wild.test", "10.0.0.2", "ex.example.test"]) {
      assert.match(verdict(sound, null, name) ?? "", / not for /, name);
    }
    const many = issued(
      ["a.test", "b.test", "c.test", "d.test", "e.test", "f.test", "g.test"],
      on("2026-01-01"),
      on("2027-01-01"),
    );
    assert.match(verdict(many, null) ?? "", /is for a\.test, .*, e\.test, 2 more, not for/);
  });

  test("with a common name and no other is for that name", () => {
    const old = chain(root.issue({ names: [], commonName: "old.test" }));
    assert.equal(verdict(old, null, "old.test"), null);
    assert.match(verdict(old, null, "new.test") ?? "", /is for old\.test, not for new\.test/);
  });

  test("that has expired says so before all else, since when and on which day", () => {
    const words = (to: string): string | null =>
      verdict(
        issued(["example.test"], on("2026-01-01"), on(to)),
        "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      );
    const certificate = "certificate of example.test:443 expired";
    assert.equal(words("2026-11-18T11:00:00Z"), `${certificate} 3 days ago (2026-11-18)`);
    assert.equal(words("2026-11-20T12:00:00Z"), `${certificate} 1 day ago (2026-11-20)`);
    assert.equal(words("2026-11-21T07:00:00Z"), `${certificate} 5 hours ago (2026-11-21)`);
    assert.equal(words("2026-11-21T11:59:00Z"), `${certificate} 1 minute ago (2026-11-21)`);
  });

  test("whose issuer has expired names the issuer", () => {
    const below = root.intermediate("Old R3", on("2026-11-01"));
    const expired = chain(below.issue({ names: ["example.test"], validToAt: on("2027-01-01") }));
    const words =
      'issuing certificate "Old R3" of example.test:443 expired 20 days ago (2026-11-01)';
    assert.equal(verdict(expired, "CERT_HAS_EXPIRED"), words);
    assert.equal(judgeExpiry(expired, 0, whom, nowAt), words);
  });

  test("that is not valid yet says from when", () => {
    const early = issued(["example.test"], on("2026-12-01"), on("2027-01-01"));
    assert.equal(
      verdict(early, "CERT_NOT_YET_VALID"),
      "certificate of example.test:443 is not valid before 2026-12-01",
    );
  });

  test("whose end is no date says that", () => {
    const broken = chain(selfSigned({ names: ["example.test"], notAfter: "XX1399999999Z" }));
    const words = "certificate of example.test:443 has an end that is no date";
    assert.equal(broken.expiresAt, null);
    assert.equal(verdict(broken, "ERROR_IN_CERT_NOT_AFTER_FIELD"), words);
    assert.equal(judgeExpiry(broken, 0, whom, nowAt), words);
  });

  test("that is not trusted says whom it comes from", () => {
    const own = chain(selfSigned({ names: ["example.test"] }));
    assert.match(
      verdict(own, "DEPTH_ZERO_SELF_SIGNED_CERT") ?? "",
      /is self-signed and not among the trusted ones$/,
    );
    assert.match(
      verdict(sound, "UNABLE_TO_VERIFY_LEAF_SIGNATURE") ?? "",
      /comes from "Test root", which is not a trusted authority, and the server sends no intermediate certificate$/,
    );
    const long = chain(root.intermediate("Between").issue({ names: ["example.test"] }));
    assert.match(
      verdict(long, "UNABLE_TO_GET_ISSUER_CERT_LOCALLY") ?? "",
      /comes from "Test root", which is not a trusted authority$/,
    );
    assert.match(verdict(sound, "CERT_HAS_EXPIRED") ?? "", /^an authority .* has expired$/);
    assert.match(verdict(sound, "CERT_REVOKED") ?? "", /is not accepted \(CERT_REVOKED\)$/);
  });
});

describe("the end of a chain", () => {
  const soon = issued(["example.test"], on("2026-01-01"), on("2026-11-27T00:00:00Z"));

  test("is too soon when fewer whole days are left than asked for", () => {
    assert.equal(judgeExpiry(soon, 5, whom, nowAt), null);
    assert.equal(
      judgeExpiry(soon, 6, whom, nowAt),
      "certificate of example.test:443 expires in 5 days (2026-11-27), at least 6 days ahead is asked for",
    );
  });

  test("is today on the last day, and passed afterwards", () => {
    assert.equal(judgeExpiry(soon, 0, whom, on("2026-11-26T12:00:00Z")), null);
    assert.match(
      judgeExpiry(soon, 1, whom, on("2026-11-26T12:00:00Z")) ?? "",
      /expires today \(2026-11-27\)/,
    );
    assert.match(
      judgeExpiry(soon, 0, whom, on("2026-11-28")) ?? "",
      /expired 1 day ago \(2026-11-27\)$/,
    );
  });
});
