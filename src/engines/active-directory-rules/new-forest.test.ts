import assert from "node:assert/strict";
import { test } from "node:test";
import type { Domain } from "#engines/active-directory";
import {
  descriptor,
  domainDn,
  makeDomain,
  makeObject,
  readAt,
} from "#engines/active-directory/testing";
import { usualThresholds } from "#engines/directory-types";
import { allow } from "./directory-rules/testing/entries.ts";
import { activeDirectoryRules } from "./index.ts";
import {
  administrators,
  controlAccess,
  enrol,
  full,
  makeTemplates,
  newForest,
  own,
  replicating,
  templates,
} from "./testing/new-forest.ts";

/** What the rules find, by their id: each target with its severity. */
function found(domain: Domain): Record<string, string[]> {
  const all: Record<string, string[]> = {};
  for (const rule of activeDirectoryRules) {
    const verdict = rule.evaluate(domain, { now: readAt, thresholds: usualThresholds });
    assert.notEqual(verdict.kind, "not_evaluated", `${rule.id}: ${JSON.stringify(verdict)}`);
    if (verdict.kind !== "evaluated" || verdict.found.length === 0) continue;
    all[rule.id] = verdict.found.map(
      ({ target, severity }) => `${severity ?? rule.severity} ${target.name}`,
    );
  }
  return all;
}

test("of a new forest with what is usual in it, only what its setup leaves open is said", () => {
  assert.deepEqual(found(newForest()), {
    // The administrator who made the forest is in them, and nothing guards the account yet.
    "ad.schema-admins-not-empty": ["LOW Schema Admins"],
    "ad.privileged-account-delegable": ["HIGH Administrator"],
    "ad.built-in-administrator-used": ["MEDIUM Administrator"],
    "ad.password-never-expires": [
      "LOW Administrator",
      "LOW MSOL_0a1b2c3d4e5f",
      "LOW HealthMailbox0a1b2c3",
    ],
    // The Default Domain Policy asks for seven characters and locks nobody.
    "ad.password-policy-short": ["HIGH acme.test"],
    "ad.password-policy-without-lockout": ["MEDIUM acme.test"],
    "ad.machine-account-quota": ["MEDIUM acme.test"],
    "ad.recycle-bin-off": ["LOW acme.test"],
    "ad.ldap-add-not-authorised": ["LOW acme.test"],
    "ad.owner-rights-not-blocked": ["LOW acme.test"],
    // Entra Connect replicates passwords: it is as powerful as it looks.
    "ad.dcsync": ["CRITICAL MSOL_0a1b2c3d4e5f"],
    // Exchange's setup, told as such.
    "ad.adminsdholder-control": ["MEDIUM Exchange Trusted Subsystem"],
    "ad.privileged-account-control": ["MEDIUM Administrator"],
  });
});

test("in a child domain the administrators of the forest's root are nobody to be minded", () => {
  const rootSid = "S-1-5-21-7-7-7";
  const ofRoot = (rid: number) => `${rootSid}-${rid}`;
  const child = makeDomain({
    rootSid,
    descriptor: descriptor({
      owner: administrators,
      aces: [
        allow(ofRoot(519), full),
        allow(own(512), 0xe_01_bd),
        allow(ofRoot(498), controlAccess, replicating.changes),
      ],
    }),
    certificateTemplates: (makeTemplates() ?? []).map((template) => ({
      ...template,
      descriptor: descriptor({
        owner: ofRoot(519),
        aces: [ofRoot(512), ofRoot(519)].flatMap((sid) => [
          allow(sid, full),
          allow(sid, controlAccess, enrol),
        ]),
      }),
    })),
    certificateAuthorities: [
      {
        ...makeObject(
          `CN=ROOT-CA,CN=Enrollment Services,CN=Public Key Services,CN=Services,CN=Configuration,${domainDn}`,
        ),
        // Its computer is one of the root's.
        descriptor: descriptor({
          owner: ofRoot(519),
          aces: [allow(ofRoot(1200), full), allow(ofRoot(512), full)],
        }),
        hostName: "ca1.root.test",
        templates: templates.map(([name]) => name),
      },
    ],
    members: {
      544: ["cn=enterprise admins,cn=users,dc=test"],
    },
  });
  const groups = child.groups.filter(({ sid }) => ![518, 519, 527].some((rid) => sid === own(rid)));
  assert.deepEqual(found({ ...child, groups }), {});
});
