import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { type CertificateFacts, observations, type ServiceFacts } from "#engines/scan-types";
import {
  checksSettledBy,
  expectedNames,
  findWeaknesses,
  weaknessCatalogue,
} from "#exposure/weaknesses";

const dayMs = 86_400_000;
const now = Date.parse("2026-11-21T12:00:00Z");

const service = (more: Partial<ServiceFacts>): ServiceFacts => ({
  protocol: "tcp",
  port: 4000,
  cpes: [],
  method: "probed",
  confidence: 80,
  observations: [],
  engine: "own",
  unsettled: false,
  ...more,
});

const certificate: CertificateFacts = {
  subject: "CN=shop.test",
  issuer: "CN=Test root",
  names: ["shop.test"],
  notBefore: now - 100 * dayMs,
  notAfter: now + 100 * dayMs,
  selfSigned: false,
  key: "EC P-256",
  signature: "ecdsa-with-SHA256",
  fingerprint256: "00",
};

const https = (
  tls: Partial<NonNullable<ServiceFacts["tls"]>>,
  more: Partial<ServiceFacts> = {},
): ServiceFacts =>
  service({
    name: "https",
    tls: { protocols: ["TLSv1.2", "TLSv1.3"], untested: [], weakCiphers: [], certificate, ...tls },
    ...more,
  });

const withCertificate = (more: Partial<CertificateFacts>) =>
  https({ certificate: { ...certificate, ...more } });

const page = (headers: Record<string, string>, status = 200): Partial<ServiceFacts> => ({
  http: { status, headers: { "content-type": "text/html", ...headers }, authSchemes: [] },
});

const safeHeaders = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "content-security-policy": "default-src 'self'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
};

const titled = (title: string) =>
  service({
    name: "http",
    http: {
      status: 200,
      title,
      headers: { "content-type": "text/html", ...safeHeaders },
      authSchemes: [],
    },
  });

const idsOf = (facts: ServiceFacts, at = now) =>
  findWeaknesses(facts, at).map(({ checkId }) => checkId);

/** What each row is to show, and nothing else. */
const examples: readonly [facts: ServiceFacts, ids: readonly string[]][] = [
  [https({}), []],
  [withCertificate({ notAfter: now - dayMs }), ["tls.certificate_expired"]],
  [withCertificate({ notAfter: now }), ["tls.certificate_expired"]],
  [withCertificate({ notAfter: now + 30 * dayMs }), ["tls.certificate_expiring"]],
  [withCertificate({ notAfter: now + 30 * dayMs + 1 }), []],
  [withCertificate({ notBefore: now + 1 }), ["tls.certificate_not_yet_valid"]],
  [withCertificate({ selfSigned: true }), ["tls.certificate_self_signed"]],
  [withCertificate({ key: "RSA 1024" }), ["tls.certificate_weak_key"]],
  [withCertificate({ key: "RSA 2048" }), []],
  [withCertificate({ key: "EC P-192" }), ["tls.certificate_weak_key"]],
  [withCertificate({ key: "EC secp256k1" }), []],
  [withCertificate({ key: "DSA 2048" }), ["tls.certificate_weak_key"]],
  [withCertificate({ signature: "sha1WithRSAEncryption" }), ["tls.certificate_weak_signature"]],
  [
    withCertificate({ signature: "sha1WithRSAEncryption", selfSigned: true }),
    ["tls.certificate_self_signed"],
  ],
  [withCertificate({ signature: "md5WithRSAEncryption" }), ["tls.certificate_weak_signature"]],
  [withCertificate({ signature: "sha256WithRSAEncryption" }), []],
  [withCertificate({ signature: "ecdsa-with-SHA512" }), []],
  [
    https({ protocols: ["SSLv3", "TLSv1", "TLSv1.1"] }),
    ["tls.ssl_3", "tls.tls_1_0", "tls.tls_1_1"],
  ],
  [https({ weakCiphers: ["RC4-SHA", "DES-CBC3-SHA"] }), ["tls.weak_ciphers"]],
  [https({ weakCiphers: ["EXP-RC4-MD5"] }), ["tls.broken_ciphers"]],
  [https({ weakCiphers: ["EDH-RSA-DES-CBC-SHA", "AECDH-RC4-SHA"] }), ["tls.broken_ciphers"]],
  [https({ weakCiphers: ["NULL-SHA", "RC4-MD5"] }), ["tls.broken_ciphers", "tls.weak_ciphers"]],
  [
    service({
      name: "smtp",
      startTls: {
        protocols: ["TLSv1"],
        untested: [],
        weakCiphers: ["RC4-SHA", "EXP-RC4-MD5"],
        certificate: { ...certificate, notAfter: now - dayMs, selfSigned: true },
      },
    }),
    [
      "tls.certificate_expired",
      "tls.certificate_self_signed",
      "tls.tls_1_0",
      "tls.broken_ciphers",
      "tls.weak_ciphers",
    ],
  ],
  [
    service({ name: "telnet", observations: ["plain_login"] }),
    ["telnet.plain_login", "exposed.telnet"],
  ],
  [
    service({ name: "ftp", observations: ["plain_login", "anonymous_login"] }),
    ["ftp.plain_login", "ftp.anonymous_login"],
  ],
  [service({ name: "imap", observations: ["plain_login"] }), ["imap.plain_login"]],
  [service({ name: "irc", observations: ["plain_login"] }), ["service.plain_login"]],
  [
    service({ name: "redis", observations: ["open_access"] }),
    ["redis.open_access", "exposed.redis"],
  ],
  [service({ name: "redis" }), ["exposed.redis"]],
  [service({ name: "kibana", observations: ["open_access"] }), ["service.open_access"]],
  [
    service({ name: "snmp", protocol: "udp", observations: ["snmp_public"] }),
    ["snmp.public_community"],
  ],
  [
    service({ name: "smb", observations: ["smb1", "smb_signing_not_required"] }),
    ["smb.version_1", "smb.signing_not_required"],
  ],
  [
    service({ name: "vnc", observations: ["no_authentication"] }),
    ["vnc.no_authentication", "exposed.vnc"],
  ],
  [
    service({ name: "ipmi", protocol: "udp", observations: ["no_authentication"] }),
    ["ipmi.no_authentication", "exposed.ipmi"],
  ],
  [
    service({ name: "http", http: { status: 401, headers: {}, authSchemes: ["basic"] } }),
    ["http.basic_without_tls"],
  ],
  [https({}, { http: { status: 401, headers: {}, authSchemes: ["basic"] } }), []],
  [https({}, page(safeHeaders)), []],
  [
    https({}, page({})),
    [
      "http.missing_hsts",
      "http.missing_csp",
      "http.missing_content_type_options",
      "http.missing_frame_protection",
    ],
  ],
  [
    https({}, page({ ...safeHeaders, "strict-transport-security": "max-age=0" })),
    ["http.missing_hsts"],
  ],
  [https({}, page({}, 301)), ["http.missing_hsts"]],
  [https({}, page({}, 404)), []],
  [
    https(
      {},
      page({ ...safeHeaders, "content-security-policy": `default-src ${"x".repeat(288)}` }),
    ),
    [],
  ],
  [service({ name: "http", ...page(safeHeaders, 302) }), []],
  ...["Index of /", "Directory Listing For [/]", "Directory: /"].map(
    (title): [ServiceFacts, string[]] => [titled(title), ["http.directory_listing"]],
  ),
  [titled("Index of our services"), []],
  [service({ name: "http", port: 5985, product: "Microsoft HTTPAPI httpd" }), ["exposed.winrm"]],
  [service({ name: "http", port: 80, product: "Microsoft HTTPAPI httpd" }), []],
  [service({ name: "ssh" }), []],
  [service({}), []],
];

describe("weaknesses", () => {
  for (const [facts, ids] of examples) {
    const shown = [facts.name ?? "a nameless service", ...ids].join(" ");
    test(`of ${shown}: these and no others`, () => assert.deepEqual(idsOf(facts), ids));
  }

  test("every check can find its weakness on some service", () => {
    const names =
      "telnet ftp ftps pop3 imap smtp irc redis mongodb memcached elasticsearch docker kubernetes etcd mqtt kibana snmp smb " +
      "vnc ipmi x11 rdp winrm rlogin smart-install ajp13 jmx tftp cassandra zookeeper mysql postgresql mssql oracle-tns " +
      "couchdb influxdb kafka nfs iscsi";
    const everything = names
      .split(" ")
      .map((name) => service({ name, observations: [...observations] }));
    const all = [...examples.map(([facts]) => facts), ...everything];
    const shown = new Set(
      all.flatMap((facts) =>
        findWeaknesses(facts, now, ["other.test"]).map(({ checkId }) => checkId),
      ),
    );
    assert.deepEqual(
      weaknessCatalogue.filter(({ checkId }) => !shown.has(checkId)),
      [],
    );
  });

  test("the catalogue names each check once, and says what to do", () => {
    const ids = weaknessCatalogue.map(({ checkId }) => checkId);
    assert.equal(new Set(ids).size, ids.length);
    for (const { checkId, title, remediation, references } of weaknessCatalogue) {
      assert.match(checkId, /^[a-z0-9]+\.[a-z0-9_]+$/);
      assert.match(title, /^[A-Za-z].*[^.]$/, checkId);
      assert.match(remediation, /^[A-Z].*\.$/, checkId);
      assert.ok(references.length > 0, checkId);
    }
  });

  test("what asks for no login weighs as much as a password that everybody knows", () => {
    const open = weaknessCatalogue.filter(({ checkId }) =>
      /\.(open_access|no_authentication|public_community)$/.test(checkId),
    );
    assert.ok(open.length >= 10);
    assert.deepEqual(new Set(open.map((check) => check.class)), new Set(["credential"]));
  });

  test("evidence is a sentence that names what was seen", () => {
    const [expired] = findWeaknesses(withCertificate({ notAfter: now - dayMs }), now);
    assert.equal(expired?.evidence, "The certificate of CN=shop.test: it expired on 2026-11-20.");
    const [old] = findWeaknesses(https({ protocols: ["TLSv1"] }), now);
    assert.equal(old?.evidence, "https on tcp/4000 agrees on TLSv1.");
  });

  test("a service that only its port names is believed less", () => {
    const [guessed] = findWeaknesses(service({ name: "rdp", method: "port", port: 3389 }), now);
    const [answered] = findWeaknesses(service({ name: "rdp", port: 3389 }), now);
    assert.deepEqual([guessed?.confidence, answered?.confidence], [30, 95]);
    assert.match(guessed?.evidence ?? "", /it was not recognised\.$/);
  });
});

const anyTls = fc.record(
  {
    protocols: fc.subarray(["SSLv3", "TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"]),
    untested: fc.subarray(["SSLv3", "TLSv1", "ciphers"]),
    weakCiphers: fc.subarray([
      "NULL-MD5",
      "EXP-RC4-MD5",
      "RC4-SHA",
      "DES-CBC3-SHA",
      "ADH-AES128-SHA",
    ]),
    certificate: fc.record({
      ...Object.fromEntries(
        Object.entries(certificate).map(([key, value]) => [key, fc.constant(value)]),
      ),
      notBefore: fc.integer({ min: 0, max: 8_640_000_000_000_000 }),
      notAfter: fc.integer({ min: 0, max: 8_640_000_000_000_000 }),
      selfSigned: fc.boolean(),
      key: fc.constantFrom("RSA 512", "RSA 4096", "EC P-256", "Ed25519", "unknown", ""),
    }) as unknown as fc.Arbitrary<CertificateFacts>,
  },
  { requiredKeys: ["protocols", "untested", "weakCiphers"] },
);

const anyService: fc.Arbitrary<ServiceFacts> = fc
  .record(
    {
      name: fc.oneof(
        fc.constantFrom("http", "https", "ftp", "redis", "snmp", "smb", "vnc", "ipmi", "telnet"),
        fc.string({ maxLength: 40 }),
      ),
      tls: anyTls,
      startTls: anyTls,
      http: fc.record({
        status: fc.integer({ min: 0, max: 999 }),
        headers: fc.dictionary(fc.string({ maxLength: 20 }), fc.string({ maxLength: 300 })),
        authSchemes: fc.subarray(["basic", "digest", ""]),
      }),
      observations: fc.subarray([...observations]),
      method: fc.constantFrom("probed" as const, "port" as const),
      engine: fc.constantFrom("own" as const, "nmap" as const, "both" as const),
      unsettled: fc.boolean(),
      protocol: fc.constantFrom("tcp" as const, "udp" as const),
      port: fc.integer({ min: 0, max: 65_535 }),
    },
    { requiredKeys: [] },
  )
  .map((more) => service(more));

const anyTime = fc.integer({ min: 0, max: 8_000_000_000_000 });

describe("whatever a service shows", () => {
  test("the same facts give the same weaknesses, each once, with evidence that fits a line", () => {
    fc.assert(
      fc.property(anyService, anyTime, (facts, at) => {
        const found = findWeaknesses(facts, at);
        assert.deepEqual(findWeaknesses(structuredClone(facts), at), found);
        const ids = found.map(({ checkId }) => checkId);
        assert.equal(new Set(ids).size, ids.length);
        for (const { evidence, confidence } of found) {
          assert.ok(evidence.length > 10 && evidence.length < 1000);
          assert.ok(confidence > 0 && confidence <= 100);
        }
      }),
    );
  });

  test("as time goes by a certificate expires, and stays so", () => {
    const rank = (ids: readonly string[]) => {
      if (ids.includes("tls.certificate_expired")) return 2;
      return ids.includes("tls.certificate_expiring") ? 1 : 0;
    };
    fc.assert(
      fc.property(anyService, anyTime, fc.nat(1000 * dayMs), (facts, at, laterMs) => {
        assert.ok(rank(idsOf(facts, at)) <= rank(idsOf(facts, at + laterMs)));
      }),
    );
  });

  test("what was cut short settles nothing, and nothing settles what is not a check", () => {
    fc.assert(
      fc.property(anyService, fc.string(), (facts, other) => {
        const settled = checksSettledBy({ ...facts, unsettled: true });
        assert.deepEqual(
          weaknessCatalogue.filter(({ checkId }) => settled(checkId)),
          [],
        );
        fc.pre(!weaknessCatalogue.some(({ checkId }) => checkId === other));
        assert.equal(checksSettledBy(facts)(other), false);
      }),
    );
  });

  test("a protocol that was not tried is not gone", () => {
    fc.assert(
      fc.property(anyService, (facts) => {
        const settled = checksSettledBy(facts);
        const tls = facts.tls ?? facts.startTls;
        const untested = tls?.untested ?? [];
        if (untested.includes("SSLv3")) assert.equal(settled("tls.ssl_3"), false);
        if (untested.includes("TLSv1")) assert.equal(settled("tls.tls_1_0"), false);
        if (untested.includes("ciphers")) assert.equal(settled("tls.weak_ciphers"), false);
        if (tls !== undefined && tls.certificate === undefined) {
          assert.equal(settled("tls.certificate_expired"), false);
        }
      }),
    );
  });
});

describe("the name on a certificate", () => {
  const mismatch = "tls.certificate_name_mismatch";
  const isMinded = (more: Partial<CertificateFacts>, hostNames: readonly string[]) =>
    findWeaknesses(withCertificate(more), now, hostNames).some(
      ({ checkId }) => checkId === mismatch,
    );

  test("is minded when it is none of the host's own", () => {
    assert.ok(isMinded({}, ["mail.test"]));
    assert.ok(!isMinded({}, ["mail.test", "shop.test"]));
    assert.ok(!isMinded({}, []), "the host's names are not known");
    assert.ok(!isMinded({ selfSigned: true }, ["mail.test"]));
    const [found] = findWeaknesses(withCertificate({}), now, ["mail.test"]);
    assert.equal(
      found?.evidence,
      "The certificate of CN=shop.test: it is for shop.test, not for mail.test.",
    );
  });

  test("may be a wildcard, which stands for one label, or the common name where there is no other", () => {
    const wildcard = { names: ["*.shop.test"] };
    assert.ok(!isMinded(wildcard, ["www.shop.test"]));
    assert.ok(isMinded(wildcard, ["shop.test"]));
    assert.ok(isMinded(wildcard, ["a.www.shop.test"]));
    assert.ok(!isMinded({ names: [], subject: "C=DE, CN=Old.test" }, ["old.test"]));
    assert.ok(isMinded({ names: [], subject: "O=none" }, ["old.test"]));
  });

  test("settles a finding only where the host's names are known, and the certificate tells all of its own", () => {
    const settled = (facts: ServiceFacts, hostNames: readonly string[]) =>
      checksSettledBy(facts, hostNames)(mismatch);
    assert.ok(settled(https({}), ["shop.test"]));
    assert.ok(!settled(https({}), []));
    const names = Array.from({ length: 100 }, (_, i) => `host-${i}.test`);
    assert.ok(!settled(withCertificate({ names }), ["shop.test"]));
    assert.ok(!isMinded({ names }, ["shop.test"]));
    assert.ok(settled(service({ name: "ssh" }), []), "there is no certificate any more");
  });

  test("is compared with what the scan was told, else with the host's own in DNS, but none made of its address", () => {
    type Names = Parameters<typeof expectedNames>[0]["names"];
    const expected = (names: Names) => expectedNames({ address: "203.0.113.7", names });
    const dns: Names = [
      { name: "Mail.Example.test.", source: "dns" },
      { name: "static-203-0-113-007.example.net", source: "dns" },
      { name: "printer", source: "dns" },
    ];
    assert.deepEqual(expected(dns), ["mail.example.test", "203.0.113.7"]);
    assert.deepEqual(expected([...dns, { name: "shop.test", source: "target" }]), [
      "shop.test",
      "203.0.113.7",
    ]);
    assert.deepEqual(expected([{ name: "shop.test", source: "tls" }]), []);
  });
});

describe("a weakness is gone", () => {
  const settled = (facts: ServiceFacts, checkId: string) => checksSettledBy(facts)(checkId);

  test("when the same service was looked at again, or another one is there", () => {
    assert.ok(settled(https({}), "tls.tls_1_0"));
    assert.ok(settled(https({}), "tls.certificate_expired"));
    assert.ok(settled(service({ name: "redis" }), "redis.open_access"));
    assert.ok(settled(service({ name: "ssh" }), "redis.open_access"));
    assert.ok(settled(service({ name: "ssh" }), "exposed.redis"));
    assert.ok(settled(service({ name: "ssh" }), "tls.tls_1_0"));
    assert.ok(settled(service({ name: "ssh" }), "http.missing_hsts"));
    assert.ok(settled(https({}, page(safeHeaders)), "http.missing_csp"));
  });

  test("but not when only its port was seen, nmap alone named it, or its TLS was not examined", () => {
    assert.ok(!settled(service({ name: "redis", method: "port" }), "redis.open_access"));
    assert.ok(!settled(service({ name: "redis", engine: "nmap" }), "redis.open_access"));
    assert.ok(!settled(service({}), "exposed.redis"));
    assert.ok(!settled(service({ name: "https" }), "tls.tls_1_0"));
    const startTls = { protocols: [], untested: ["TLSv1", "ciphers"], weakCiphers: [] };
    assert.ok(!settled(service({ name: "smtp", startTls }), "tls.tls_1_0"));
    assert.ok(!settled(service({ name: "smtp", startTls }), "tls.certificate_expired"));
    assert.ok(settled(service({ name: "smtp" }), "tls.tls_1_0")); // it offers no TLS
    assert.ok(!settled(service({ name: "http" }), "http.missing_csp"));
    assert.ok(!settled(https({}, page({}, 503)), "http.missing_csp"));
  });
});
