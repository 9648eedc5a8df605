import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditedHost } from "#engines/scap-types";
import { type KnownHost, matchHost, matchHosts, nameOfHost } from "./match-host.ts";

const known = (assetId: string, given: Partial<KnownHost>): KnownHost => ({
  assetId,
  siteId: null,
  agentId: null,
  names: [],
  mac: null,
  address: null,
  ...given,
});
const host = (given: Partial<AuditedHost>): AuditedHost => ({
  hostname: null,
  fqdn: null,
  addresses: [],
  macs: [],
  ...given,
});
const web = known("web", {
  names: ["web1.berlin.test"],
  mac: "02:00:00:00:00:01",
  address: "10.0.0.1",
});
const other = known("other", {
  names: ["web1.paris.test"],
  mac: "02:00:00:00:00:02",
  address: "10.0.0.2",
});
const all = [web, other];

test("who is meant is none of those with another domain, and all of those that may be", () => {
  const named = (name: string) => matchHosts(host({ hostname: name, fqdn: name }), all);
  assert.deepEqual(named("web1.rome.test"), []);
  assert.deepEqual(named("web1"), all);
  assert.deepEqual(named("web1.berlin.test"), [web]);
  assert.deepEqual(named("web2"), []);
});

test("a host is recognised by its full name, its name, its MAC address or its address", () => {
  assert.equal(matchHost(host({ fqdn: "web1.berlin.test" }), all)?.assetId, "web");
  assert.equal(matchHost(host({ hostname: "web1.paris.test" }), all)?.assetId, "other");
  assert.equal(matchHost(host({ hostname: "web1" }), [web])?.assetId, "web");
  assert.equal(matchHost(host({ macs: ["02:00:00:00:00:02"] }), all)?.assetId, "other");
  assert.equal(matchHost(host({ addresses: ["10.9.9.9", "10.0.0.2"] }), all)?.assetId, "other");
});

test("the name says more than the address, which may be somebody else's by now", () => {
  const moved = host({ fqdn: "web1.berlin.test", addresses: ["10.0.0.2"] });
  assert.equal(matchHost(moved, all)?.assetId, "web");
});

test("a name that several have is told apart by what else is said, or not at all", () => {
  assert.equal(matchHost(host({ hostname: "web1" }), all), null);
  assert.equal(
    matchHost(host({ hostname: "web1", addresses: ["10.0.0.2"] }), all)?.assetId,
    "other",
  );
  assert.equal(matchHost(host({ hostname: "web1", addresses: ["10.0.0.3"] }), all), null);
});

test("a host that has no domain where it is known may be the one that has it in the file", () => {
  const bare = known("bare", { names: ["web1"] });
  assert.equal(matchHost(host({ hostname: "web1.rome.test" }), [bare])?.assetId, "bare");
  assert.equal(matchHost(host({ hostname: "web1.rome.test" }), all), null);
  const named = known("named", { names: ["web1", "web1.oslo.test"] });
  assert.equal(matchHost(host({ hostname: "web1.rome.test" }), [named]), null);
});

test("a host that nobody knows, or a file that names none, is no known host", () => {
  assert.equal(matchHost(host({ hostname: "db1", addresses: ["10.0.0.9"] }), all), null);
  assert.equal(matchHost(host({}), all), null);
  assert.equal(matchHost(host({}), [web]), null);
  assert.equal(nameOfHost(host({})), "unknown");
  assert.equal(nameOfHost(host({ fqdn: "a.test", addresses: ["10.0.0.1"] })), "a.test");
});
