import assert from "node:assert/strict";
import { test } from "node:test";
import type { AgentDetail } from "#exposure/agents";
import { agentHost } from "#test/agent-host";
import { countNotJudged, describeAgent, describeAgentStatus } from "./describe-agent.ts";

const at = 1_700_000_000_000;
const agent: AgentDetail = {
  id: "a",
  name: "web1",
  status: "active",
  online: true,
  version: "0.1.0",
  hostname: "web1",
  os: "Debian GNU/Linux 12 (bookworm)",
  siteId: "s",
  site: "Berlin",
  tags: ["web", "prod"],
  enrolledAt: at,
  lastSeenAt: at + 1000,
  inventoryAt: at + 2000,
  packages: 12,
  coverage: { judged: 10, notJudged: [{ reason: "not from Debian", packages: 2 }] },
  oscap: "1.3.7",
  privileged: false,
  audits: 1,
  spooled: 2,
  blindSpots: [{ what: "processes", why: "Run it as root." }],
  assetId: "asset",
  host: agentHost(),
  listeners: [{ protocol: "tcp", address: "0.0.0.0", port: 22, process: null }],
};

test("an agent is shown with its host, what it cannot see and what would help", () => {
  assert.equal(
    describeAgent(agent),
    `web1: online, version 0.1.0
last seen: 2023-11-14 22:13:21 UTC
enrolled: 2023-11-14 22:13:20 UTC
site: Berlin
tags: web, prod
asset: asset
rights: not root; what that hides is told below
audits: oscap 1.3.7, in hand: 1, outcomes waiting: 2
host: web1.example.net
system: Debian GNU/Linux 12 (bookworm), kernel 6.1.0-28-amd64, x86_64
hardware: virtual
up since: 2023-11-14 22:13:20 UTC
interface eth0: 52:54:00:12:34:56, 10.0.0.1
inventory: taken 2023-11-14 22:13:22 UTC
packages: 12, 10 of them judged
  not judged: 2, not from Debian

LISTENS ON  ADDRESS  PORT  PROGRAM
tcp         0.0.0.0  22    -

It does not see all:
  processes: Run it as root.`,
  );
});

test("one that has told nothing yet is shown as that, and no oscap says what becomes of audits", () => {
  const bare: AgentDetail = {
    ...agent,
    host: null,
    listeners: [],
    blindSpots: [],
    coverage: null,
    inventoryAt: null,
    oscap: null,
    privileged: null,
  };
  const text = describeAgent(bare);
  assert.match(text, /^inventory: none yet$/m);
  assert.match(text, /^rights: not known yet$/m);
  assert.match(text, /^audits: not known yet, in hand/m);
  assert.match(describeAgent({ ...bare, privileged: true }), /refused, since there is no oscap/);
  assert.match(
    describeAgent({ ...agent, blindSpots: [] }),
    /^rights: not root, yet nothing is hidden/m,
  );
  assert.equal(countNotJudged(bare), null);
  assert.equal(countNotJudged(agent), 2);
});

test("what a host says of itself cannot reach the terminal but as text", () => {
  const host = agentHost({ kernel: "6\u001b[2J\u202e", fqdn: "a\nb" });
  const listener = { protocol: "tcp", address: "::", port: 1, process: "\u0007x" } as const;
  const blindSpot = { what: "audit", why: "\u001b]0;x" } as const;
  const text = describeAgent({ ...agent, host, listeners: [listener], blindSpots: [blindSpot] });
  assert.doesNotMatch(text.replaceAll("\n", ""), /\p{Cc}|\p{Cf}/u);
  assert.match(text, /^host: a b$/m);
});

test("a revoked agent is revoked, whether it was heard of or not", () => {
  assert.equal(describeAgentStatus({ ...agent, status: "revoked", online: false }), "revoked");
  assert.equal(describeAgentStatus({ ...agent, online: false }), "offline");
});

test("one whose asset another agent took over says so; before its first inventory it has none yet", () => {
  const asset = (change: Partial<AgentDetail>) =>
    /^asset: (.*)$/m.exec(describeAgent({ ...agent, assetId: null, ...change }))?.[1];
  assert.match(asset({}) ?? "", /^none, since another agent was set up on the same host/);
  assert.equal(asset({ inventoryAt: null }), "-");
  assert.equal(asset({ status: "revoked" }), "-");
});

test("what is not judged though it came in no package is told without a number", () => {
  const reason = "The running kernel came in no package.";
  const coverage = { judged: 10, notJudged: [{ reason, packages: 0 }] };
  assert.match(describeAgent({ ...agent, coverage }), /^ {2}not judged: The running kernel/m);
});
