import assert from "node:assert/strict";
import { test } from "node:test";
import {
  DirectoryRefused,
  type EntraSpec,
  type Verdict,
  usualThresholds,
} from "#engines/directory-types";
import { createGraphReader } from "#engines/graph";
import type { GraphData } from "#test/graph-collections";
import { type GraphServer, startGraphServer } from "#test/graph-server";
import { entraRules } from "./rules/index.ts";
import { neededPermissions } from "./needed-permissions.ts";
import { entraRuleProofs } from "./proofs.ts";
import { readEntra } from "./read-entra.ts";
import {
  allPermissions,
  badTenant,
  emergencyAccount,
  goodTenant,
  graphTenant,
  lockingTenant,
  readAt,
} from "./testing/graph-tenants.ts";

type Test = Parameters<typeof startGraphServer>[0];

async function served(t: Test, data: GraphData): Promise<GraphServer> {
  return startGraphServer(t, graphTenant(data));
}

async function assessed({ url }: GraphServer, changes: Partial<EntraSpec> = {}) {
  const { id, application } = graphTenant({});
  const spec: EntraSpec = {
    type: "entra",
    tenantId: id,
    clientId: application.id,
    clientSecret: application.secret,
    loginUrl: url,
    graphUrl: url,
    breakGlass: [emergencyAccount.id],
    thresholds: usualThresholds,
    ...changes,
  };
  let now = readAt;
  const reader = createGraphReader(spec, {
    signal: new AbortController().signal,
    refuse: () => null,
    now: () => now,
    onProgress: () => {},
    // The clock goes on only while it waits.
    sleep: async (ms) => void (now += ms),
  });
  const told: [string, number][] = [];
  const tenant = await readEntra(reader, spec, {
    now: () => readAt,
    onProgress: (what, objects) => void told.push([what, objects]),
  });
  const verdicts = new Map<string, Verdict>(
    entraRules.map((rule) => [
      rule.id,
      rule.evaluate(tenant, { now: tenant.readAt, thresholds: spec.thresholds }),
    ]),
  );
  return { tenant, verdicts, told };
}

function idsWith(
  verdicts: ReadonlyMap<string, Verdict>,
  is: (verdict: Verdict) => boolean,
): string[] {
  return [...verdicts].filter(([, verdict]) => is(verdict)).map(([id]) => id.replace("entra.", ""));
}
const finds = (verdict: Verdict) => verdict.kind === "evaluated" && verdict.found.length > 0;
const isOpen = (verdict: Verdict) => verdict.kind !== "evaluated" || verdict.unread.length > 0;

test("over HTTP no rule minds anything in a tenant that is in order, and each one was asked", async (t) => {
  const { tenant, verdicts, told } = await assessed(await served(t, goodTenant));
  assert.deepEqual([tenant.name, tenant.id, tenant.readAt], ["Acme", graphTenant({}).id, readAt]);
  assert.deepEqual(idsWith(verdicts, finds), []);
  assert.deepEqual(idsWith(verdicts, isOpen), []);
  for (let i = 1; i < told.length; i++) {
    assert.ok((told[i]?.[1] ?? 0) >= (told[i - 1]?.[1] ?? 0), "progress goes forward");
  }
});

test("over HTTP each rule fires in a bad tenant: all but one where nothing is enforced, that one where something is", async (t) => {
  const bad = await assessed(await served(t, badTenant));
  const locking = await assessed(await served(t, lockingTenant), {
    breakGlass: [emergencyAccount.name, "cleo@acme.example"],
  });
  assert.deepEqual(
    idsWith(bad.verdicts, (verdict) => !finds(verdict)),
    ["emergency-accounts-not-excluded"],
  );
  const fired = [...bad.verdicts, ...locking.verdicts].filter(([, verdict]) => finds(verdict));
  assert.deepEqual(
    [...new Set(fired.map(([id]) => id))].toSorted(),
    Object.keys(entraRuleProofs).toSorted(),
  );
  assert.equal(bad.verdicts.get("entra.emergency-accounts-not-excluded")?.kind, "not_applicable");
  const verdict = locking.verdicts.get("entra.emergency-accounts-not-excluded");
  // Cleo is left out by a group; the other one is not left out any more.
  assert.ok(verdict?.kind === "evaluated");
  assert.deepEqual(
    verdict.found.map(({ target, evidence }) => [target.name, evidence]),
    [["MFA for all", ["It applies to glass@acme.example."]]],
  );
});

test("the evidence says what was found, with names, days and numbers", async (t) => {
  const { verdicts } = await assessed(await served(t, badTenant));
  const evidence = (id: string) => {
    const verdict = verdicts.get(`entra.${id}`);
    assert.ok(verdict?.kind === "evaluated");
    return verdict.found.map(({ target, evidence }) => [target.type, target.name, ...evidence]);
  };
  assert.deepEqual(evidence("no-mfa-for-all-users"), [
    [
      "tenant",
      "Acme",
      "No enforced policy requires multifactor authentication of all users for all resources.",
      'The policy "MFA for all" does not count: it is in report-only mode, which enforces nothing.',
    ],
  ]);
  assert.deepEqual(evidence("applications-with-tier-zero-permissions"), [
    [
      "service_principal",
      "Backup of mailboxes",
      "Owners may add secrets to it and act as it: olga@acme.example.",
      "It has RoleManagement.ReadWrite.Directory: it can give any role to anybody, itself included.",
    ],
  ]);
  assert.deepEqual(evidence("application-credentials-old"), [
    [
      "application",
      "Backup of mailboxes",
      'Its secret "forever" was made 400 days ago (on 2025-05-11); the limit is 180 days.',
      'Its certificate "CN=backup" expired 70 days ago (on 2026-04-06).',
    ],
  ]);
  assert.deepEqual(evidence("privileged-users-stale"), [
    [
      "user",
      "cleo@acme.example",
      "It signed in last 200 days ago (on 2025-11-27); the limit is 90 days.",
      "It has, or may activate, Global Administrator.",
    ],
  ]);
  assert.deepEqual(evidence("policies-without-targets"), [
    [
      "conditional_access_policy",
      "MFA for all",
      "It excludes 1 deleted user: d0000000-0000-4000-8000-000000000009.",
    ],
  ]);
});

for (const permission of allPermissions) {
  test(`without ${permission} exactly the rules that need it are not evaluated, and say so`, async (t) => {
    const server = await served(t, goodTenant);
    server.deny(permission);
    const { verdicts } = await assessed(server);
    assert.deepEqual(
      idsWith(verdicts, isOpen),
      neededPermissions[permission].map((id) => id.replace("entra.", "")),
    );
    for (const [id, verdict] of verdicts) {
      if (verdict.kind === "evaluated") assert.deepEqual(verdict.found, [], id);
      else {
        assert.deepEqual(verdict, {
          kind: "not_evaluated",
          needs: `Needs the permission ${permission}.`,
        });
      }
    }
  });
}

test("accounts for emergencies that are named as they sign in have to be looked up: until then what leaves others out is open", async (t) => {
  const server = await served(t, goodTenant);
  server.deny("User.Read.All");
  const { verdicts } = await assessed(server, { breakGlass: [emergencyAccount.name] });
  const open = idsWith(verdicts, isOpen);
  assert.ok(open.includes("no-mfa-for-all-users"));
  assert.deepEqual(idsWith(verdicts, finds), []);
  server.grant("User.Read.All");
  const again = await assessed(server, { breakGlass: [emergencyAccount.name] });
  assert.deepEqual(idsWith(again.verdicts, isOpen), []);
});

test("without a licence for PIM who has a role is judged all the same, and what PIM knows is not evaluated", async (t) => {
  const server = await served(t, goodTenant);
  server.unlicensed("Microsoft Entra ID P2");
  const { verdicts } = await assessed(server);
  assert.deepEqual(idsWith(verdicts, isOpen), [
    "permanent-privileged-roles",
    "global-administrator-activation",
  ]);
  for (const id of ["permanent-privileged-roles", "global-administrator-activation"]) {
    assert.deepEqual(verdicts.get(`entra.${id}`), {
      kind: "not_evaluated",
      needs: "Needs the licence Microsoft Entra ID P2.",
    });
  }
});

test("without P1 sign-ins are not known", async (t) => {
  const server = await served(t, goodTenant);
  server.unlicensed("Microsoft Entra ID P1");
  const { verdicts } = await assessed(server);
  assert.deepEqual(verdicts.get("entra.privileged-users-stale"), {
    kind: "not_evaluated",
    needs: "Needs the licence Microsoft Entra ID P1.",
  });
});

test("a tenant named by a domain keeps its id, and one that does not tell it is refused with what to do", async (t) => {
  const server = await served(t, goodTenant);
  const { tenant } = await assessed(server, { tenantId: "acme.example" });
  assert.equal(tenant.id, graphTenant({}).id);
  server.deny("Directory.Read.All");
  await assert.rejects(assessed(server, { tenantId: "acme.example" }), (error) => {
    assert.ok(error instanceof DirectoryRefused);
    assert.match(
      error.message,
      /^Which tenant acme\.example is .* Directory\.Read\.All\. .* tenantId/,
    );
    return true;
  });
});

test("what is throttled is read in the end, and nothing is asked twice that was answered", async (t) => {
  const server = await served(t, goodTenant);
  server.throttle("/identity/conditionalAccess/policies", 3, "1");
  server.throttle("/applications/delta", 2, null);
  const { verdicts } = await assessed(server);
  assert.deepEqual(idsWith(verdicts, isOpen), []);
  assert.equal(server.callsOf("/policies/authorizationPolicy").length, 1);
});
