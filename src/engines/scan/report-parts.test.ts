import assert from "node:assert/strict";
import { test } from "node:test";
import type { CertificateFacts, ServiceFacts } from "#engines/scan-types";
import { parsePortList } from "#lib/port-list";
import { serviceFacts } from "#test/host-reports";
import { boundedPortList, namesFromServices } from "./report-parts.ts";

const service = (facts: Partial<ServiceFacts>) => serviceFacts(443, { confidence: 50, ...facts });
const certificate = (names: string[]): CertificateFacts => ({
  subject: "",
  issuer: "",
  names,
  notBefore: 0,
  notAfter: 1,
  selfSigned: false,
  key: "EC P-256",
  fingerprint256: "",
});
const tls = (names: string[]) => ({
  protocols: [],
  untested: [],
  weakCiphers: [],
  certificate: certificate(names),
});

test("a certificate names a host, unless by a pattern or an address", () => {
  const names = ["www.example.test", "*.example.test", "10.0.0.1", "2001:db8::1"];
  assert.deepEqual(namesFromServices([service({ tls: tls(names) })]), [
    { name: "www.example.test", source: "tls" },
  ]);
});

test("Windows names itself; what a mail server calls itself is no name of the host", () => {
  assert.deepEqual(
    namesFromServices([
      service({ name: "smb", hostName: "FILES01" }),
      service({ name: "smtp", hostName: "mx.example.test" }),
    ]),
    [{ name: "files01", source: "smb" }],
  );
});

test("a list of ports that is too long loses its end, and stays a list", () => {
  const odd = Array.from({ length: 30_000 }, (_, index) => 2 * index + 1);
  const text = boundedPortList(odd);
  assert.ok(text.length <= 20_000);
  const ports = parsePortList(text);
  assert.deepEqual(ports, odd.slice(0, ports.length));
  assert.equal(boundedPortList([80, 22, 23]), "22-23,80");
});
