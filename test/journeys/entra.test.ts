import assert from "node:assert/strict";
import { test } from "node:test";
import { type GraphServer, startGraphServer } from "#test/graph-server";
import { type Client, type Installation, embedded, startInstallation } from "#test/processes";
import { entraRuleProofs } from "../../src/engines/entra/proofs.ts";
import {
  allPermissions,
  badTenant,
  emergencyAccount,
  goodTenant,
  graphTenant,
  lockingTenant,
  readAtAnotherTime,
} from "../../src/engines/entra/testing/graph-tenants.ts";

const tenantId = "11111111-2222-4333-8444-555555555555";
const clientId = "99999999-8888-4777-8666-555555555555";
const clientSecret = "s3cret~of~the+journey";
const globalAdministrator = "62e90394-69f5-4237-9190-012177145e10";
const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();
const guid = (group: string, n: number) =>
  `${group.repeat(8)}-0000-4000-8000-${String(n).padStart(12, "0")}`;

const oldSecret = "entra.application-credentials-old";
const inviters = "entra.guest-invitations-open";

/** A secret that was made so many days ago and ends in a while. */
const secret = (days: number) => ({
  keyId: guid("e", days),
  displayName: "made by hand",
  startDateTime: daysAgo(days),
  endDateTime: daysAgo(-30),
});

/** Of 3,000 applications one in a hundred has an old secret. */
const applications = Array.from({ length: 3000 }, (_, i) => ({
  id: guid("a", i),
  appId: guid("b", i),
  displayName: `Application ${i}`,
  passwordCredentials: [secret(i % 100 === 0 ? 300 : 10)],
  keyCredentials: [],
}));
const administrators = Array.from({ length: 60 }, (_, i) => ({
  id: guid("c", i),
  displayName: `Administrator ${i}`,
  userPrincipalName: `admin${i}@acme.example`,
  accountEnabled: true,
  onPremisesSyncEnabled: null,
  createdDateTime: daysAgo(900),
  signInActivity: { lastSignInDateTime: daysAgo(1), lastSuccessfulSignInDateTime: daysAgo(1) },
}));
const graphItself = {
  id: guid("d", 0),
  appId: "00000003-0000-0000-c000-000000000000",
  displayName: "Microsoft Graph",
  accountEnabled: true,
  appOwnerOrganizationId: "f8cdef31-a31e-4b4a-93e4-5f571e91255a",
  appRoles: [],
};

async function startTenant(t: Parameters<typeof startGraphServer>[0]): Promise<GraphServer> {
  return startGraphServer(t, {
    id: tenantId,
    application: { id: clientId, secret: clientSecret },
    permissions: [
      "Application.Read.All",
      "AuditLog.Read.All",
      "Directory.Read.All",
      "OnPremDirectorySynchronization.Read.All",
      "Policy.Read.All",
      "RoleManagement.Read.Directory",
      "RoleManagementPolicy.Read.Directory",
      "User.Read.All",
    ],
    licences: ["Microsoft Entra ID P1"],
    data: {
      "/organization": [
        { id: tenantId, displayName: "Acme", onPremisesSyncEnabled: null, assignedPlans: [] },
      ],
      "/policies/authorizationPolicy": {
        id: "authorizationPolicy",
        allowInvitesFrom: "everyone",
        defaultUserRolePermissions: { allowedToCreateApps: true },
      },
      "/applications": applications,
      "/servicePrincipals": [graphItself],
      "/users": administrators,
      "/roleManagement/directory/roleAssignments": administrators.map(({ id, displayName }, i) => ({
        id: `assignment-${i}`,
        roleDefinitionId: globalAdministrator,
        principalId: id,
        directoryScopeId: "/",
        principal: { "@odata.type": "#microsoft.graph.user", id, displayName },
      })),
    },
  });
}

interface Finding {
  readonly id: string;
  readonly source: string;
  readonly ruleId: string;
  readonly targetName: string;
  readonly evidence: readonly string[];
}

async function findingsOf(client: Client, ruleId: string): Promise<Finding[]> {
  const { identityFindings } = await client.get<{ identityFindings: Finding[] }>(
    "/identity-findings?limit=1000",
  );
  return identityFindings.filter((one) => one.ruleId === ruleId);
}

async function declare(
  installation: Installation,
  server: GraphServer,
  given = clientSecret,
  more = "",
): Promise<void> {
  await installation.apply(`
tenant: default
sites: [{ name: HQ }]
directories:
  - name: acme
    type: entra
    site: HQ
    tenantId: ${tenantId}
    clientId: ${clientId}
    clientSecret: "${given}"
    loginUrl: ${server.url}
    graphUrl: ${server.url}
${more}
`);
}

const assess = (installation: Installation) =>
  installation.vedette("identity", "assess", "acme", "--tenant", "default", "--wait");

test("a tenant of Entra is read through a Graph that throttles and lets tokens end, and later only its changes", async (t) => {
  const server = await startTenant(t);
  const installation = await startInstallation(t, embedded.probe);
  await declare(installation, server);
  const client = await installation.client("default", "exposure");

  await t.test("everything is found although Graph is busy and ends the token", async () => {
    server.throttle("/applications/delta", 2, "1");
    server.throttle("/$batch", 1, "1");
    server.throttle("/organization", 1, null);
    server.throttle("/token", 1, "1");
    server.breakDown("/v1.0/$batch", 1, (_, response) => {
      server.expireTokens();
      response.writeHead(503, { "retry-after": "1" }).end();
    });
    await assess(installation);
    const found = await findingsOf(client, oldSecret);
    assert.equal(found.length, 30);
    assert.partialDeepStrictEqual(
      found.find(({ targetName }) => targetName === "Application 1700"),
      { source: "entra" },
    );
    assert.match(found[0]?.evidence.join(" ") ?? "", /made by hand.*300 days ago/);
    assert.equal((await findingsOf(client, inviters)).length, 1);
    assert.equal((await findingsOf(client, "entra.global-administrators-count")).length, 1);
    assert.equal(server.tokens.length, 2);
    const read = server.callsOf("/applications/delta").filter(({ status }) => status === 200);
    assert.equal(read.length, 30);
  });

  await t.test("the second time the changes of 3,000 applications are one call", async () => {
    const before = server.callsOf("/applications/delta").length;
    server.collections.remove("/applications", guid("a", 100));
    server.collections.put("/applications", guid("a", 200), { passwordCredentials: [secret(1)] });
    server.collections.put("/applications", guid("a", 1), { passwordCredentials: [secret(400)] });
    await assess(installation);
    assert.equal(server.callsOf("/applications/delta").length, before + 1);
    const names = (await findingsOf(client, oldSecret)).map(({ targetName }) => targetName);
    assert.equal(names.length, 29);
    assert.ok(names.includes("Application 1") && names.includes("Application 300"));
    assert.ok(!names.includes("Application 100") && !names.includes("Application 200"));
  });

  await t.test("a permission that is taken away resolves nothing, and says its name", async () => {
    const [before] = await findingsOf(client, inviters);
    server.deny("Policy.Read.All");
    await assess(installation);
    assert.deepEqual(
      (await findingsOf(client, inviters)).map(({ id }) => id),
      [before?.id],
    );
    const show = ["identity", "show", "acme", "--tenant", "default", "--json"];
    const shown = await installation.vedette(...show);
    assert.match(shown, /Needs the permission Policy\.Read\.All\./);
    assert.match(shown, /Needs the licence Microsoft Entra ID P2\./);
    server.grant("Policy.Read.All");
  });

  await t.test("a wrong secret fails in words that do not hold it, and loses nothing", async () => {
    const wrong = "wr0ng~secret";
    await declare(installation, server, wrong);
    await assert.rejects(assess(installation), (error: Error) => {
      assert.match(error.message, /The client secret of the application \S+ is wrong/);
      assert.ok(!error.message.includes(wrong));
      return true;
    });
    assert.equal((await findingsOf(client, oldSecret)).length, 29);
    await declare(installation, server);
    await assess(installation);
  });

  await t.test("neither the secret nor any token is in the log or the API", async () => {
    const said = installation.log() + JSON.stringify(await client.get("/directories"));
    for (const one of [clientSecret, ...server.tokens]) assert.ok(!said.includes(one));
  });
});

interface RuleResult {
  readonly ruleId: string;
  readonly outcome: "evaluated" | "not_evaluated" | "not_applicable";
  readonly reason?: string;
}

test("every rule finds what is wrong in a tenant; what cannot be read is said, and resolves nothing; what is mended is resolved", async (t) => {
  const now = Date.now();
  const application: { id: string; secret: string; state?: "secret_expired" } = {
    id: clientId,
    secret: clientSecret,
  };
  const bad = readAtAnotherTime(badTenant, now);
  const server = await startGraphServer(t, { ...graphTenant(bad), application });
  const installation = await startInstallation(t, embedded.probe);
  const declareWith = (accounts: string) =>
    declare(installation, server, clientSecret, `    breakGlass: [${accounts}]`);
  await declareWith(emergencyAccount.name);
  const client = await installation.client("default", "exposure");

  const open = async () =>
    (await client.get<{ identityFindings: Finding[] }>("/identity-findings")).identityFindings;
  const openRules = async () => new Set((await open()).map(({ ruleId }) => ruleId));
  const directory = async () =>
    (
      await client.get<{
        directories: [
          {
            id: string;
            lastError?: string;
            posture: { coverage: number; score: number; rules: { notEvaluated: number } };
          },
        ];
      }>("/directories")
    ).directories[0];
  const results = async () =>
    (await client.get<{ rules: RuleResult[] }>(`/directories/${(await directory()).id}/rules`))
      .rules;
  const unasked = async () =>
    (await results()).filter(({ outcome }) => outcome === "not_evaluated");
  const show = () => installation.vedette("identity", "show", "acme", "--tenant", "default");
  const everyRule = Object.keys(entraRuleProofs).toSorted();
  const emergency = "entra.emergency-accounts-not-excluded";

  await t.test("all rules find it, one of them where a policy is enforced", async () => {
    await assess(installation);
    assert.deepEqual(
      [...(await openRules())].toSorted(),
      everyRule.filter((id) => id !== emergency),
    );
    const first = await open();
    server.collections.become(readAtAnotherTime(lockingTenant, now));
    await declareWith(`${emergencyAccount.name}, cleo@acme.example`);
    await assess(installation);
    assert.ok((await openRules()).has(emergency));
    assert.deepEqual((await results()).map(({ ruleId }) => ruleId).toSorted(), everyRule);
    assert.equal((await directory()).posture.coverage, 1);
    const ids = new Set((await open()).map(({ id }) => id));
    // What is wrong in both is the same finding.
    assert.ok(first.filter(({ id }) => ids.has(id)).length > 20);
  });
  const before = (await open()).map(({ id }) => id).toSorted();
  const nothingIsLost = async () =>
    assert.deepEqual((await open()).map(({ id }) => id).toSorted(), before);

  const [policies, ...others] = allPermissions;
  for (const [what, taken] of [
    ["a permission that is", [policies]],
    ["permissions that are", others],
  ] as const) {
    await t.test(
      `${what} taken away: no rule that needs it passes, and nothing is resolved`,
      async () => {
        for (const permission of taken) server.deny(permission);
        await assess(installation);
        for (const permission of taken) server.grant(permission);
        await nothingIsLost();
        const rules = await unasked();
        const { coverage, rules: counts } = (await directory()).posture;
        assert.equal(counts.notEvaluated, rules.length);
        assert.equal(coverage, (everyRule.length - rules.length) / everyRule.length);
        const shown = await show();
        assert.match(shown, new RegExp(`, ${rules.length} not evaluated,`));
        for (const { ruleId, reason } of rules) {
          assert.ok(
            taken.some((permission) => reason?.includes(permission) === true),
            `${ruleId}: ${reason}`,
          );
          assert.match(shown, new RegExp(`${ruleId} +Needs `));
        }
      },
    );
  }

  await t.test("a licence that ends resolves nothing", async () => {
    for (const licence of ["Microsoft Entra ID P2", "Microsoft Entra ID P1"] as const) {
      server.unlicensed(licence);
      await assess(installation);
      const reasons = (await unasked()).map(({ reason }) => reason);
      assert.ok(reasons.includes(`Needs the licence ${licence}.`), JSON.stringify(reasons));
      await nothingIsLost();
    }
    server.buy("Microsoft Entra ID P2");
  });

  await t.test("requests that are throttled within their batch are waited for", async () => {
    const from = server.calls.length;
    const paths = ["/policies/authorizationPolicy", "/domains", "/groupSettings"];
    for (const path of paths) server.throttle(path, 2, "1");
    await assess(installation);
    const throttled = server.calls.slice(from).filter(({ status }) => status === 429);
    assert.equal(throttled.length, 2 * paths.length);
    assert.ok(throttled.some(({ batch }) => batch !== null));
    assert.deepEqual(await unasked(), []);
    await nothingIsLost();
  });

  await t.test("a secret that has expired is said so, and resolves nothing", async () => {
    application.state = "secret_expired";
    server.expireTokens();
    await assert.rejects(assess(installation), /secret .*expired/);
    assert.match((await directory()).lastError ?? "", /secret .*expired/);
    assert.match(await show(), /last error: .*secret .*expired/);
    await nothingIsLost();
    delete application.state;
  });

  await t.test("what is put right is resolved at once, all of it", async () => {
    server.collections.become(readAtAnotherTime(goodTenant, now));
    await declareWith(emergencyAccount.name);
    const said = await assess(installation);
    assert.match(said, new RegExp(`0 opened, ${before.length} resolved`));
    assert.deepEqual(await open(), []);
    assert.deepEqual(await unasked(), []);
    assert.equal((await directory()).posture.score, 100);
    const { status } = await client.get<{ status: string }>(`/identity-findings/${before[0]}`);
    assert.equal(status, "resolved");
  });
});
