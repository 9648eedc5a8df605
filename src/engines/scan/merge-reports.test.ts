import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Compile } from "typebox/compile";
import { HostReport, type ServiceFacts } from "#engines/scan-types";
import { serviceFacts } from "#test/host-reports";
import { mergeReports } from "./merge-reports.ts";

const service = (facts: Partial<ServiceFacts>) => serviceFacts(22, { confidence: 50, ...facts });
const report = (facts: Partial<HostReport>): HostReport => ({
  address: "10.0.0.1",
  outcome: "up",
  startedAt: 1,
  finishedAt: 2,
  names: [],
  services: [],
  ...facts,
});
const merged = (own: Partial<ServiceFacts>, nmap: Partial<ServiceFacts>) =>
  mergeReports(
    report({ services: [service(own)] }),
    report({ services: [service({ ...nmap, engine: "nmap" })] }),
  ).services[0];

test("the surer one names the service, the other fills in what it left open", () => {
  assert.partialDeepStrictEqual(
    merged(
      { name: "ssh", product: "OpenSSH", version: "9.2p1", confidence: 80, banner: "SSH-2.0" },
      { name: "ssh", product: "OpenSSH", extraInfo: "protocol 2.0", confidence: 70 },
    ),
    {
      product: "OpenSSH",
      version: "9.2p1",
      extraInfo: "protocol 2.0",
      engine: "both",
      confidence: 80,
    },
  );
  assert.partialDeepStrictEqual(
    merged({ method: "port", name: "http", confidence: 0 }, { name: "ssh", product: "Dropbear" }),
    { name: "ssh", product: "Dropbear", method: "probed" },
  );
});

test("versions and CPEs of two products are never mixed", () => {
  const both = merged(
    { product: "nginx", cpes: [], confidence: 80 },
    { product: "Apache httpd", version: "2.4.1", cpes: ["cpe:2.3:a:apache:http_server:2.4.1"] },
  );
  assert.equal(both?.product, "nginx");
  assert.equal(both?.version, undefined);
  assert.deepEqual(both?.cpes, []);
});

test("what our own checks tried stays, and ports that only nmap names are not believed", () => {
  const startTls = { protocols: ["TLSv1"], untested: [], weakCiphers: [] };
  const both = mergeReports(
    report({
      services: [service({ observations: ["anonymous_login"], unsettled: true, startTls })],
    }),
    report({
      outcome: "down",
      services: [service({ engine: "nmap", product: "x" }), service({ engine: "nmap", port: 23 })],
      os: { name: "Linux 5", confidence: 90 },
    }),
  );
  assert.equal(both.outcome, "up");
  assert.deepEqual(
    both.services.map(({ port }) => port),
    [22],
  );
  assert.deepEqual(both.services[0]?.observations, ["anonymous_login"]);
  assert.equal(both.services[0]?.unsettled, true);
  assert.deepEqual(both.services[0]?.startTls, startTls);
  assert.equal(both.os?.name, "Linux 5");
});

test("of two reports that are valid, one comes out that is", () => {
  const isReport = Compile(HostReport);
  const text = fc.option(fc.string({ maxLength: 20 }), { nil: undefined });
  const facts = fc
    .record({
      port: fc.integer({ min: 1, max: 5 }),
      name: text,
      product: text,
      version: text,
      confidence: fc.integer({ min: 0, max: 100 }),
      method: fc.constantFrom("probed" as const, "port" as const),
      cpes: fc.array(fc.string({ maxLength: 10 }), { maxLength: 10 }),
    })
    .map((each) => {
      const known = Object.fromEntries(
        Object.entries(each).filter(([, value]) => value !== undefined),
      );
      return service(known);
    });
  const names = fc.array(
    fc.string({ maxLength: 10 }).map((name) => ({ name, source: "dns" as const })),
    { maxLength: 50 },
  );
  const reports = fc
    .record({ names, services: fc.uniqueArray(facts, { selector: ({ port }) => port }) })
    .map(report);
  fc.assert(
    fc.property(reports, reports, (own, nmap) => {
      const both = mergeReports(own, nmap);
      assert.deepEqual([...isReport.Errors(both)], []);
      assert.deepEqual(
        both.services.map(({ port }) => port),
        own.services.map(({ port }) => port),
      );
    }),
  );
});
