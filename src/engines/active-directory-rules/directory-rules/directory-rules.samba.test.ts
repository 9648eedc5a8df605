import assert from "node:assert/strict";
import { after, test } from "node:test";
import type { Domain } from "#engines/active-directory";
import { usualThresholds } from "#engines/directory-types";
import { signInAsAdministrator } from "#test/ldap-administrator";
import { readSamba } from "#test/read-samba";
import { startSambaDomain } from "#test/samba-domain";
import { directoryRules } from "./index.ts";
import { directoryRuleProofs } from "./proofs.ts";
import { makeBad, makeSound } from "./testing/lab-domain.ts";

/** What each rule says: names of what it minds, or why it says nothing. */
function saidOf(domain: Domain): Record<string, readonly string[] | string> {
  const said = directoryRules.map((rule) => {
    const verdict = rule.evaluate(domain, { now: domain.readAt, thresholds: usualThresholds });
    if (verdict.kind !== "evaluated") return [rule.id, verdict.kind] as const;
    assert.ok(verdict.judged > 0, `${rule.id} was asked of something`);
    const names = verdict.found.map(
      ({ target, severity }) => `${severity ?? rule.severity} ${target.name}`,
    );
    return [rule.id, names.toSorted()] as const;
  });
  return Object.fromEntries(said);
}

const samba = await startSambaDomain({ after });
/** What is said of it before anybody changed it. */
const fresh = saidOf(await readSamba(samba));

test("on a real domain each rule minds what was made bad and nothing else, for an ordinary reader as well", async (t) => {
  const administrator = await signInAsAdministrator(t, samba);

  await makeSound(samba, administrator);
  const sound = saidOf(await readSamba(samba, samba.administrator));
  const silent = Object.fromEntries(directoryRules.map(({ id }) => [id, [] as string[] | string]));
  assert.deepEqual(sound, { ...silent, "ad.bad-successor": "not_applicable" });

  await makeBad(samba, administrator);
  const bad = saidOf(await readSamba(samba, samba.administrator));
  const expected: Record<string, readonly string[] | string> = {
    "ad.unconstrained-delegation": ["HIGH WEB$"],
    "ad.constrained-delegation-to-domain-controller": ["CRITICAL svc"],
    "ad.protocol-transition-to-domain-controller": ["CRITICAL svc2"],
    "ad.resource-based-delegation-to-privileged": ["CRITICAL DC1$"],
    "ad.reversible-encryption-policy": ["HIGH Admins", "HIGH lab.test"],
    "ad.machine-account-quota": ["MEDIUM lab.test"],
    // Once it is on, it stays on: a test of its own.
    "ad.recycle-bin-off": [],
    "ad.guest-enabled": ["MEDIUM Guest"],
    "ad.pre-windows-2000-access-open": ["HIGH Pre-Windows 2000 Compatible Access"],
    "ad.anonymous-ldap": ["HIGH lab.test"],
    "ad.anonymous-address-book": ["MEDIUM lab.test"],
    "ad.protected-groups-excluded": ["MEDIUM lab.test"],
    "ad.unique-names-not-checked": ["LOW lab.test"],
    "ad.ldap-add-not-authorised": ["LOW lab.test"],
    "ad.owner-rights-not-blocked": ["LOW lab.test"],
    "ad.functional-level-old": ["LOW lab.test"],
    "ad.insecure-dns-updates": ["HIGH open.test"],
    "ad.trust-without-sid-filtering": ["HIGH external.test"],
    "ad.trust-delegates-tickets": ["HIGH delegating.test"],
    "ad.trust-without-aes": ["LOW rc4.test"],
    "ad.trust-downlevel": ["HIGH nt4"],
    "ad.dcsync": ["CRITICAL carl"],
    "ad.domain-control": ["CRITICAL lab.test"],
    "ad.adminsdholder-control": ["CRITICAL carl"],
    "ad.unit-control": ["HIGH Admins"],
    "ad.group-policy-control": ["CRITICAL Default Domain Policy"],
    "ad.domain-controller-control": ["CRITICAL DC1$"],
    "ad.privileged-account-control": ["CRITICAL ada"],
    "ad.privileged-group-control": ["CRITICAL Schema Admins"],
    "ad.bad-successor": "not_applicable",
    "ad.computer-owned-by-user": ["LOW WEB$"],
    "adcs.esc1-subject-chosen-by-enrollee": ["CRITICAL Esc1"],
    "adcs.esc2-any-purpose": ["HIGH Esc2"],
    "adcs.esc3-enrolment-agent": ["HIGH Esc3"],
    "adcs.esc9-no-security-extension": ["HIGH Esc9"],
    "adcs.esc15-version-1-subject": ["HIGH Esc15"],
    "adcs.esc17-server-name-chosen-by-enrollee": ["MEDIUM Esc17"],
    "adcs.esc13-issuance-policy-linked-to-group": ["HIGH Esc13"],
    "adcs.esc4-template-control": ["CRITICAL Esc4"],
    "adcs.esc5-pki-object-control": ["CRITICAL CA$", "CRITICAL Lab CA"],
  };
  assert.deepEqual(bad, expected);

  // All but fine-grained password policies, which only administrators may see.
  const seen = saidOf(await readSamba(samba, samba.reader));
  assert.deepEqual(seen, { ...expected, "ad.reversible-encryption-policy": ["HIGH lab.test"] });
});

test("a new domain shows what it is born with, and nothing about permissions", () => {
  const found = Object.entries(fresh).filter(([, what]) => Array.isArray(what) && what.length > 0);
  assert.deepEqual(Object.fromEntries(found), {
    "ad.machine-account-quota": ["MEDIUM lab.test"],
    "ad.recycle-bin-off": ["LOW lab.test"],
    "ad.ldap-add-not-authorised": ["LOW lab.test"],
    "ad.owner-rights-not-blocked": ["LOW lab.test"],
    "ad.functional-level-old": ["LOW lab.test"],
  });
});

test("of each rule is told how it is proved", () => {
  assert.deepEqual(
    Object.keys(directoryRuleProofs),
    directoryRules.map(({ id }) => id),
  );
});
