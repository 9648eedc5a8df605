import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ace, CertificateTemplate, Domain } from "#engines/active-directory";
import {
  descriptor,
  domainDn,
  domainSid,
  makeComputer,
  makeDomain,
  makeGroup,
  makeObject,
} from "#engines/active-directory/testing";
import { ask, evidenceOf, foundBy, namesFoundBy, reasonOf } from "../testing/ask.ts";
import { allow, withEntries } from "../testing/entries.ts";

const services = `CN=Public Key Services,CN=Services,CN=Configuration,${domainDn}`;
const clientAuthentication = "1.3.6.1.5.5.7.3.2";
const serverAuthentication = "1.3.6.1.5.5.7.3.1";
const domainUsers = `${domainSid}-513`;
const carl = `${domainSid}-1103`;
const enrol = { objectType: "0e10c968-78fb-11d2-90d4-00c04f79dc55" };
const open = withEntries(allow(domainUsers, 0x100, enrol));

/** A template that everybody may enrol in, with which they sign in as themselves. */
function template(name: string, changes: Partial<CertificateTemplate> = {}): CertificateTemplate {
  return {
    ...makeObject(`CN=${name},CN=Certificate Templates,${services}`),
    descriptor: open,
    schemaVersion: 2,
    nameFlags: 0x200_00_00,
    enrollmentFlags: 0,
    signatures: 0,
    extendedKeyUsages: [clientAuthentication],
    applicationPolicies: [],
    agentPolicies: [],
    issuancePolicies: [],
    publishedBy: ["ACME-CA"],
    ...changes,
  };
}

function domainWith(...certificateTemplates: readonly CertificateTemplate[]): Domain {
  return makeDomain({ certificateTemplates });
}

const esc1 = "adcs.esc1-subject-chosen-by-enrollee";
const esc2 = "adcs.esc2-any-purpose";
const esc3 = "adcs.esc3-enrolment-agent";
const esc4 = "adcs.esc4-template-control";
const esc5 = "adcs.esc5-pki-object-control";
const esc9 = "adcs.esc9-no-security-extension";
const esc13 = "adcs.esc13-issuance-policy-linked-to-group";
const esc15 = "adcs.esc15-version-1-subject";
const esc17 = "adcs.esc17-server-name-chosen-by-enrollee";

/** What makes a template bad, by rule. */
const bad: Readonly<Record<string, Partial<CertificateTemplate>>> = {
  [esc1]: { nameFlags: 1 },
  [esc2]: { extendedKeyUsages: ["2.5.29.37.0"] },
  [esc3]: { extendedKeyUsages: ["1.3.6.1.4.1.311.20.2.1"] },
  [esc9]: { enrollmentFlags: 0x8_00_00 },
  [esc15]: { schemaVersion: 1, nameFlags: 1, extendedKeyUsages: ["1.3.6.1.5.5.7.3.4"] },
  [esc17]: { nameFlags: 1, extendedKeyUsages: [serverAuthentication] },
};

test("each rule minds its template, and that alone", () => {
  for (const [id, changes] of Object.entries(bad)) {
    const domain = domainWith(template("Bad", changes), template("Good"));
    assert.deepEqual(
      foundBy(id, domain).map(({ target }) => target.name),
      ["Bad"],
      id,
    );
    for (const other of Object.keys(bad).filter((one) => one !== id)) {
      assert.deepEqual(namesFoundBy(other, domain), [], `${other} minds ${id}`);
    }
    assert.partialDeepStrictEqual(ask(id, domain), { judged: 2, unread: [] });
  }
});

test("approval, an agent's signature, nobody to enrol or no authority each keep a template sound", () => {
  const guards: readonly Partial<CertificateTemplate>[] = [
    { signatures: 1 },
    { publishedBy: [] },
    { descriptor: descriptor() },
    { descriptor: withEntries(allow(`${domainSid}-512`, 0x100, enrol)) },
    { descriptor: withEntries(allow(domainUsers, 0x100, enrol)), enrollmentFlags: 0x8_00_02 },
    { descriptor: withEntries(allow(domainUsers, 0x100, { ...enrol, inheritOnly: true })) },
    // To enrol by itself, and to own it, are no rights to enrol.
    {
      descriptor: withEntries(
        allow(domainUsers, 0x100, { objectType: "a05b8cc2-17bc-4802-a710-e7c15ab866a2" }),
      ),
    },
    { descriptor: descriptor({ owner: carl }) },
  ];
  for (const [id, changes] of Object.entries(bad)) {
    for (const guard of guards) {
      const guarded = template("Guarded", { ...changes, ...guard });
      assert.deepEqual(
        namesFoundBy(id, domainWith(guarded, template("Good"))),
        [],
        `${id} ${JSON.stringify(guard)}`,
      );
    }
  }
});

test("a template that signs in does so by its usages or application policies, or by having none", () => {
  const signing: readonly Partial<CertificateTemplate>[] = [
    { extendedKeyUsages: ["1.3.6.1.4.1.311.20.2.2"] },
    { extendedKeyUsages: ["1.3.6.1.5.2.3.4"] },
    { extendedKeyUsages: ["2.5.29.37.0"] },
    { extendedKeyUsages: [] },
    { extendedKeyUsages: [], applicationPolicies: [clientAuthentication] },
  ];
  for (const changes of signing) {
    const domain = domainWith(template("T", { ...changes, nameFlags: 0x1_00_00 }));
    assert.deepEqual(namesFoundBy(esc1, domain), ["CRITICAL T"], JSON.stringify(changes));
  }
  const server = template("T", { extendedKeyUsages: [serverAuthentication], nameFlags: 1 });
  assert.deepEqual(namesFoundBy(esc1, domainWith(server)), []);
});

test("a finding names who may enrol, with how many they are, and who hands the template out", () => {
  assert.deepEqual(evidenceOf(esc1, domainWith(template("T", { nameFlags: 1 }))).split("\n"), [
    "The group Domain Users (everybody, 6 accounts) may enrol.",
    "Who enrols says whose certificate it is (the subject is supplied in the request), and signs in with it as whoever that is.",
    "It is handed out by ACME-CA.",
  ]);
});

test("permissions that could not be read matter only where the template is bad", () => {
  const hidden = { descriptor: null };
  const good = template("Good", hidden);
  assert.partialDeepStrictEqual(ask(esc1, domainWith(good)), { judged: 1, unread: [] });
  const badOne = template("Bad", { ...hidden, nameFlags: 1 });
  assert.match(
    reasonOf(esc1, domainWith(badOne, good)),
    /^not_evaluated: The permissions of 1 cert/,
  );
  const open = template("Open", { nameFlags: 1 });
  assert.partialDeepStrictEqual(ask(esc1, domainWith(badOne, good, open)), {
    judged: 2,
    unread: [badOne.id],
  });
});

test("a forest without certificate authorities has no such weaknesses; one that hides them is not judged", () => {
  const ids = [...Object.keys(bad), esc4, esc5, esc13];
  const { certificateTemplates, certificateAuthorities, issuancePolicies } = makeDomain();
  for (const id of ids) {
    assert.match(reasonOf(id, makeDomain({ certificateAuthorities: [] })), /^not_applicable/, id);
    for (const hidden of [
      { certificateTemplates: null },
      { certificateAuthorities: null },
      { issuancePolicies: null },
    ]) {
      const changes = { certificateTemplates, certificateAuthorities, issuancePolicies, ...hidden };
      assert.match(reasonOf(id, makeDomain(changes)), /^not_evaluated: .*Public Key Services/, id);
    }
  }
});

test("an issuance policy that is linked to a group makes a template dangerous, most of all with a privileged group", () => {
  const oid = "1.3.6.1.4.1.311.21.8.1";
  const group = makeGroup({ name: "Vault readers" });
  const linkedTo = (key: string | null) =>
    makeDomain({
      groups: [group],
      issuancePolicies: [{ ...makeObject(`CN=p,CN=OID,${services}`), oid, group: key }],
      certificateTemplates: [template("T", { issuancePolicies: [oid] })],
    });
  assert.deepEqual(namesFoundBy(esc13, linkedTo(group.key)), ["HIGH T"]);
  assert.match(evidenceOf(esc13, linkedTo(group.key)), /is a member of Vault readers by its issu/);
  const admins = `CN=Domain Admins,CN=Users,${domainDn}`.toLowerCase();
  assert.deepEqual(namesFoundBy(esc13, linkedTo(admins)), ["CRITICAL T"]);
  assert.deepEqual(namesFoundBy(esc13, linkedTo("cn=elsewhere,dc=other,dc=test")), ["HIGH T"]);
  assert.deepEqual(namesFoundBy(esc13, linkedTo(null)), []);
  assert.deepEqual(namesFoundBy(esc13, domainWith(template("T", { issuancePolicies: [oid] }))), []);
});

test("who may change a template that is handed out controls it", () => {
  const changed = (own: CertificateTemplate["descriptor"], publishedBy = ["ACME-CA"]) =>
    domainWith(template("T", { descriptor: own, publishedBy }));
  const flags = { objectType: "d15ef7d8-f226-46db-ae79-b34e560bd12c" };
  assert.deepEqual(namesFoundBy(esc4, changed(withEntries(allow(carl, 0x20, flags)))), [
    "CRITICAL T",
  ]);
  assert.match(
    evidenceOf(esc4, changed(descriptor({ owner: carl }))),
    /^The user carl owns it, and so may change its permissions\.\nIt is handed out by ACME-CA\.$/,
  );
  assert.match(
    reasonOf(esc4, changed(withEntries(allow(carl, 0xf_01_ff)), [])),
    /^not_applicable: No certificate authority hands out/,
  );
  assert.deepEqual(foundBy(esc4, changed(open)), []);
});

test("authorities, the computers that they run on and issuance policies are guarded, also from each other", () => {
  const host = makeComputer({ name: "CA$", rid: 1600, hostName: "ca.acme.test" });
  const [authority] = makeDomain().certificateAuthorities ?? [];
  assert.ok(authority !== undefined);
  const policy = { ...makeObject(`CN=p,CN=OID,${services}`), oid: "1.2.3", group: null };
  const byHost = withEntries(allow(host.sid, 0xf_01_ff), allow("S-1-5-11", 0x100, enrol));
  const sound = makeDomain({
    accounts: [host],
    certificateAuthorities: [{ ...authority, descriptor: byHost }],
    issuancePolicies: [policy],
  });
  assert.deepEqual(foundBy(esc5, sound), []);
  assert.partialDeepStrictEqual(ask(esc5, sound), { judged: 3 });
  const byCarl = withEntries(allow(carl, 0x4_00_00));
  const weak = makeDomain({
    accounts: [{ ...host, descriptor: byCarl }],
    certificateAuthorities: [{ ...authority, descriptor: byCarl }],
    issuancePolicies: [{ ...policy, descriptor: byCarl }],
  });
  assert.deepEqual(namesFoundBy(esc5, weak), ["CRITICAL ACME-CA", "CRITICAL CA$", "HIGH p"]);
  assert.deepEqual(
    foundBy(esc5, weak).map(({ target }) => [target.type, target.host]),
    [
      ["certificate_authority", null],
      ["computer", "ca.acme.test"],
      ["issuance_policy", null],
    ],
  );
});

test("an authority that runs in another domain of the forest is its computer's, whoever that is; accounts of here are minded", () => {
  const [authority] = makeDomain().certificateAuthorities ?? [];
  assert.ok(authority !== undefined);
  const elsewhere = allow("S-1-5-21-9-9-9-1234", 0xf_01_ff);
  const controlledBy = (...entries: readonly Ace[]) =>
    makeDomain({ certificateAuthorities: [{ ...authority, descriptor: withEntries(...entries) }] });
  assert.deepEqual(foundBy(esc5, controlledBy(elsewhere)), []);
  assert.deepEqual(namesFoundBy(esc5, controlledBy(allow(carl, 0xf_01_ff))), ["CRITICAL ACME-CA"]);
  const host = makeComputer({ name: "CA$", hostName: "CA.acme.test" });
  const here = { ...controlledBy(elsewhere), accounts: [...makeDomain().accounts, host] };
  assert.deepEqual(namesFoundBy(esc5, here), ["CRITICAL ACME-CA"]);
});

test("the administrators of the forest's root own templates by default, also as seen from another of its domains", () => {
  const root = "S-1-5-21-7-7-7";
  const own = descriptor({
    owner: `${root}-512`,
    aces: [
      allow(`${root}-512`, 0xf_01_ff),
      allow(`${root}-519`, 0xf_01_ff),
      allow(`${domainSid}-512`, 0x100, enrol),
    ],
  });
  const child = { ...domainWith(template("T", { descriptor: own, nameFlags: 1 })), rootSid: root };
  assert.deepEqual(foundBy(esc4, child), []);
  assert.deepEqual(foundBy(esc1, child), []);
  const usersOfRoot = withEntries(allow(`${root}-513`, 0x100, enrol));
  const weak = template("T", { descriptor: usersOfRoot, nameFlags: 1 });
  assert.deepEqual(namesFoundBy(esc1, { ...domainWith(weak), rootSid: root }), ["CRITICAL T"]);
});
