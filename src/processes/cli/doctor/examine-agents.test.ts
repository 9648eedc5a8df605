import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentOverview } from "#exposure/agents";
import { examineAgentsOfTenant } from "./examine-agents.ts";

const now = 1_700_000_000_000;
const well: AgentOverview = {
  id: "a",
  name: "web1",
  status: "active",
  online: true,
  version: "0.1.0",
  hostname: "web1",
  os: "Debian GNU/Linux 12 (bookworm)",
  siteId: null,
  site: null,
  tags: [],
  enrolledAt: now - 3_600_000,
  lastSeenAt: now - 1000,
  inventoryAt: now - 1000,
  packages: 12,
  coverage: { judged: 10, notJudged: [{ reason: "not from Debian", packages: 2 }] },
  oscap: null,
  privileged: true,
  audits: 0,
  spooled: 0,
  blindSpots: [],
  assetId: null,
};
const examined = (...changes: Partial<AgentOverview>[]) =>
  examineAgentsOfTenant(
    changes.map((change) => ({ ...well, ...change })),
    now,
  );

test("agents that are heard of are well, revoked ones do not count, and where there are none nothing is said", () => {
  assert.deepEqual(examined({}, { lastSeenAt: now - 600_000 }), {
    verdict: "ok",
    text: "2 of 2 heard of",
  });
  assert.equal(examined(), null);
  assert.equal(examined({ status: "revoked", lastSeenAt: 0 }), null);
});

test("silent agents are a warning that names some of them, with since when", () => {
  assert.deepEqual(examined({}, { name: "db1", lastSeenAt: now - 600_001 }), {
    verdict: "warning",
    text: "1 of 2 heard of; silent: db1 (since 2023-11-14 22:03:19 UTC)",
  });
  assert.match(
    examined({ lastSeenAt: null })?.text ?? "",
    /silent: web1 \(since 2023-11-14 21:13:20/,
  );
  const many = Array.from({ length: 9 }, (_, i) => ({ name: `h${i}`, lastSeenAt: 0 }));
  assert.match(examined(...many)?.text ?? "", /^0 of 9 .*h4 \(since [^)]*\) and 4 more$/);
});

test("a host of whose packages none can be judged is a warning that says why", () => {
  const coverage = { judged: 0, notJudged: [{ reason: "Fedora is not judged", packages: 12 }] };
  assert.deepEqual(examined({ coverage }), {
    verdict: "warning",
    text: "1 of 1 heard of; packages not judged: web1 (Fedora is not judged)",
  });
  assert.equal(examined({ packages: 0, coverage: { judged: 0, notJudged: [] } })?.verdict, "ok");
  assert.equal(examined({ coverage: null })?.verdict, "ok", "not matched yet");
});
