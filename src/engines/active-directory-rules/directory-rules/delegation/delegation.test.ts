import assert from "node:assert/strict";
import { test } from "node:test";
import type { Account } from "#engines/active-directory";
import {
  descriptor,
  domainDn,
  domainSid,
  makeAccount,
  makeComputer,
  makeDomain,
} from "#engines/active-directory/testing";
import { ask, evidenceOf, foundBy, namesFoundBy } from "../testing/ask.ts";
import { allow } from "../testing/entries.ts";

const unconstrained = "ad.unconstrained-delegation";
const constrained = "ad.constrained-delegation-to-domain-controller";
const transition = "ad.protocol-transition-to-domain-controller";
const resourceBased = "ad.resource-based-delegation-to-privileged";

const trusted = 0x8_00_00;
const mayChangeProtocol = 0x100_00_00;
const disabled = 0x2;

test("unconstrained delegation is minded of users and computers, not of controllers or disabled accounts", () => {
  const accounts = [
    makeComputer({ name: "WEB$", flags: 0x1000 | trusted }),
    makeAccount({ name: "svc", flags: 0x200 | trusted }),
    makeAccount({ name: "gone", flags: 0x200 | trusted | disabled }),
    makeAccount({ name: "bounded", flags: 0x200 | mayChangeProtocol }),
    makeComputer({ name: "RODC$", flags: 0x500_10_00 | trusted, primaryGroupId: 521 }),
  ];
  assert.deepEqual(namesFoundBy(unconstrained, makeDomain({ accounts })), [
    "HIGH WEB$",
    "HIGH svc",
  ]);
});

test("an account whose flags could not be read is neither good nor bad", () => {
  const hidden = makeAccount({ name: "hidden", flags: null, delegatesTo: ["ldap/dc1.acme.test"] });
  for (const id of [unconstrained, constrained, transition]) {
    assert.partialDeepStrictEqual(ask(id, makeDomain({ accounts: [hidden] })), {
      kind: "evaluated",
      found: [],
      unread: [hidden.id],
    });
  }
  // What could not be read does not matter where there is nothing to delegate to.
  const harmless = makeAccount({
    name: "hidden",
    flags: null,
    delegatesTo: ["http/web.acme.test"],
  });
  assert.partialDeepStrictEqual(ask(constrained, makeDomain({ accounts: [harmless] })), {
    unread: [],
  });
});

function delegating(to: string, changes: Partial<Account> = {}) {
  return makeDomain({ accounts: [makeAccount({ name: "svc", delegatesTo: [to], ...changes })] });
}

test("delegation to a controller is told by any of its names, whatever the service, port and case", () => {
  for (const name of [
    "ldap/dc1.acme.test",
    "CIFS/DC1",
    "time/DC1.ACME.TEST",
    "ldap/dc1.acme.test/acme.test",
    "http/dc1.acme.test:8080",
    "krbtgt/ACME.TEST",
    "kadmin/changepw",
  ]) {
    assert.deepEqual(namesFoundBy(constrained, delegating(name)), ["CRITICAL svc"], name);
  }
  for (const name of ["http/web.acme.test", "ldap/dc10.acme.test", "cifs/ws1", "", "ldap", "/"]) {
    assert.deepEqual(namesFoundBy(constrained, delegating(name)), [], name);
  }
  assert.match(evidenceOf(constrained, delegating("CIFS/DC1")), /may delegate to CIFS\/DC1\./);
});

test("who may change protocols has a rule of its own, and only that", () => {
  const domain = delegating("ldap/dc1.acme.test", { flags: 0x200 | mayChangeProtocol });
  assert.deepEqual(namesFoundBy(constrained, domain), []);
  assert.deepEqual(namesFoundBy(transition, domain), ["CRITICAL svc"]);
  assert.deepEqual(namesFoundBy(transition, delegating("ldap/dc1.acme.test")), []);
  const off = delegating("ldap/dc1.acme.test", { flags: 0x200 | mayChangeProtocol | disabled });
  assert.deepEqual(namesFoundBy(transition, off), []);
});

test("resource-based delegation is minded on controllers and privileged accounts, with who may act", () => {
  const actsOnBehalf = descriptor({ aces: [allow(`${domainSid}-1103`, 0xf_01_ff)] });
  const accounts = [
    makeComputer({
      name: "DC1$",
      rid: 1000,
      dn: `CN=DC1,OU=Domain Controllers,${domainDn}`,
      primaryGroupId: 516,
      actsOnBehalf,
    }),
    makeComputer({ name: "WEB$", actsOnBehalf }),
  ];
  const domain = makeDomain({ accounts });
  assert.deepEqual(namesFoundBy(resourceBased, domain), ["CRITICAL DC1$"]);
  assert.match(evidenceOf(resourceBased, domain), /^The user carl may act as anybody/);
});

test("resource-based delegation by administrators alone is MEDIUM; an emptied list is nothing", () => {
  const withList = (actsOnBehalf: Account["actsOnBehalf"]) =>
    makeDomain({ accounts: [makeAccount({ name: "ada.admin", rid: 1101, actsOnBehalf })] });
  const byAdmins = descriptor({ aces: [allow(`${domainSid}-1102`, 0xf_01_ff)] });
  assert.deepEqual(namesFoundBy(resourceBased, withList(byAdmins)), ["MEDIUM ada.admin"]);
  assert.deepEqual(foundBy(resourceBased, withList(descriptor({ aces: [] }))), []);
  assert.deepEqual(namesFoundBy(resourceBased, withList(descriptor({ aces: null }))), [
    "CRITICAL ada.admin",
  ]);
});
