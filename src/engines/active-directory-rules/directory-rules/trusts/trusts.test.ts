import assert from "node:assert/strict";
import { test } from "node:test";
import type { Trust } from "#engines/active-directory";
import { makeDomain, makeTrust } from "#engines/active-directory/testing";
import { ask, evidenceOf, namesFoundBy, reasonOf } from "../testing/ask.ts";

const unfiltered = "ad.trust-without-sid-filtering";
const delegating = "ad.trust-delegates-tickets";
const withoutAes = "ad.trust-without-aes";
const downlevel = "ad.trust-downlevel";

function domainWith(...trusts: readonly Partial<Trust>[]) {
  return makeDomain({
    trusts: trusts.map((trust, index) => makeTrust({ partner: `p${index}.test`, ...trust })),
  });
}

test("trusts without SID filtering are minded; those that need none are not asked", () => {
  const domain = domainWith(
    { attributes: 0 },
    { attributes: 0x4 },
    { attributes: 0x8 },
    { attributes: 0x48 },
    { attributes: 0, direction: 1 },
    { attributes: 0x20 },
  );
  assert.deepEqual(namesFoundBy(unfiltered, domain), ["HIGH p0.test", "HIGH p3.test"]);
  assert.partialDeepStrictEqual(ask(unfiltered, domain), { judged: 4, unread: [] });
  assert.match(evidenceOf(unfiltered, domain), /^p0\.test is trusted without quarantine/);
  assert.match(
    reasonOf(unfiltered, domainWith({ direction: 1 })),
    /^not_applicable: .*of the kind/,
  );
  assert.match(reasonOf(unfiltered, domainWith()), /^not_applicable: This domain has no trusts/);
});

test("delegation of tickets is minded only of forests that believe this one, unless it is switched off as well", () => {
  const domain = domainWith(
    { attributes: 0x808 },
    { attributes: 0x808, direction: 1 },
    { attributes: 0x808, direction: 2 },
    { attributes: 0xa08 },
    { attributes: 0x8 },
    { attributes: 0x804 },
  );
  assert.deepEqual(namesFoundBy(delegating, domain), ["HIGH p0.test", "HIGH p1.test"]);
});

test("either AES will do, by the types or by the attribute; types that are not set are RC4", () => {
  const domain = domainWith(
    { encryptionTypes: null },
    { encryptionTypes: 0x4 },
    { encryptionTypes: 0x8 },
    { encryptionTypes: 0x10 },
    { encryptionTypes: null, attributes: 0x108 },
    { encryptionTypes: null, type: 1 },
  );
  assert.deepEqual(namesFoundBy(withoutAes, domain), ["LOW p0.test", "LOW p1.test"]);
});

test("a trust with a domain of Windows NT is minded in every direction", () => {
  const domain = domainWith({ type: 1 }, { type: 1, direction: 0 }, { type: 2 }, { type: 3 });
  assert.deepEqual(namesFoundBy(downlevel, domain), ["HIGH p0.test", "HIGH p1.test"]);
  assert.match(evidenceOf(downlevel, domain), /The trust is switched off\./);
});

test("a partner's name is shown without what would hide in it", () => {
  const domain = domainWith({ partner: "evil\u202e\u0007.test", attributes: 0 });
  assert.match(evidenceOf(unfiltered, domain), /^evil \.test is trusted/);
});
