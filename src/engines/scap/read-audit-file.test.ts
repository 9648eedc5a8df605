import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import type { ImportedAudit } from "#engines/scap-types";
import { assertRefused, at, fixture, read, readOne } from "./testing.ts";

function outcome({ report }: ImportedAudit, id: string) {
  const found = report.rules.find((rule) => rule.id === id);
  assert.ok(found !== undefined, id);
  return found;
}

const ssg = (name: string) => `xccdf_org.ssgproject.content_rule_${name}`;

test("an ARF says whom it is about, what came out, and what its rules say", async () => {
  const audit = await readOne(await fixture("arf.xml"));
  assert.deepEqual(audit.host, {
    hostname: "web1.example.net",
    fqdn: "web1.example.net",
    addresses: ["192.0.2.2", "fd00::2", "fe80::fc:ff:fe00:1"],
    macs: ["02:00:5e:10:00:01", "02:00:5e:10:00:02", "02:fc:00:00:00:01"],
  });
  const { report, content } = audit;
  assert.equal(report.engine, "OpenSCAP 1.3.7");
  // OpenSCAP writes that root has no rights.
  assert.equal(report.privileged, true);
  assert.equal(report.finishedAt - report.startedAt, 92_000);
  assert.deepEqual(report.profile, {
    id: "xccdf_org.ssgproject.content_profile_cis_level1_server",
    title: "CIS Ubuntu 22.04 Level 1 Server Benchmark",
  });
  assert.deepEqual(report.scores, [
    { system: "urn:xccdf:scoring:default", value: 58.767361, maximum: 100 },
  ]);
  assert.deepEqual(Object.fromEntries(report.rules.map(({ id, result }) => [id, result])), {
    [ssg("sudo_add_use_pty")]: "fail",
    [ssg("accounts_maximum_age_login_defs")]: "fail",
    [ssg("no_shelllogin_for_systemaccounts")]: "fail",
    [ssg("set_ip6tables_default_rule")]: "notchecked",
    [ssg("sshd_set_idle_timeout")]: "notapplicable",
    [ssg("file_owner_etc_passwd")]: "pass",
    [ssg("file_permissions_etc_shadow")]: "fail",
    [ssg("package_telnet_removed")]: "fail",
  });
  assert.deepEqual(content.benchmark, {
    id: "xccdf_org.ssgproject.content_benchmark_UBUNTU_22-04",
    version: "0.1.65",
    title: "Guide to the Secure Configuration of Ubuntu 22.04",
  });
  // What the profile leaves out is no part of the run, but of the texts.
  assert.ok(content.rules.some(({ id }) => id === ssg("prefer_64bit_os")));
  assert.equal(content.rules.length, report.rules.length + 1);
});

test("a failed rule says which check failed and what it saw", async () => {
  const audit = await readOne(await fixture("arf.xml"));
  const why = (name: string) => outcome(audit, ssg(name)).why;
  assert.equal(
    why("file_permissions_etc_shadow"),
    `Check failed: "Testing mode of /etc/shadow" (/etc/shadow: mode 0640, owner 0, group 42)`,
  );
  assert.equal(
    why("package_telnet_removed"),
    `Check failed: "package telnet is removed" (telnet 0:0.17+2.4-2+deb12u3)`,
  );
  assert.equal(
    why("accounts_maximum_age_login_defs"),
    `Check failed: "The value of PASS_MAX_DAYS should be set appropriately in /etc/login.defs" (value 99999)`,
  );
  assert.match(
    why("sudo_add_use_pty") ?? "",
    /^Check failed: "use_pty exists in .+" \(nothing found: filepath matching \^\/etc\/sudoers.+\)$/,
  );
  assert.match(
    why("no_shelllogin_for_systemaccounts") ?? "",
    /^Check failed: ".+" \(\/etc\/passwd: "postgres:x:.+"\)\nCheck holds, but must not: "SYS_UID_MIN not defined/,
  );
  assert.equal(why("set_ip6tables_default_rule"), "No candidate or applicable check found.");
  assert.equal(why("file_owner_etc_passwd"), undefined);
});

test("texts are plain, and say the values that the run was made with", async () => {
  const { content } = await readOne(await fixture("arf.xml"));
  const text = content.rules.find(({ id }) => id === ssg("accounts_maximum_age_login_defs"));
  assert.match(text?.description ?? "", /following line:\n\nPASS_MAX_DAYS 365\n\nA value of 180/);
  assert.match(text?.check ?? "", /greater than "365"/);
  assert.match(text?.script ?? "", /^# Remediation is applicable[\s\S]+='365'\n/);
  assert.ok(text?.references.includes("BP28(R18) (www.ssi.gouv.fr)"));
  assert.doesNotMatch(JSON.stringify(content), /html:|<code|idref/);
});

test("what an ARF says does not depend on how it is cut into pieces, or packed", async () => {
  const bytes = await fixture("arf.xml");
  const whole = await read(bytes);
  for (const size of [1000, 4099, 1 << 20]) assert.deepEqual(await read(bytes, size), whole);
  assert.deepEqual(await read(gzipSync(bytes), 777), whole);
});

test("files with the same texts share one content, other texts are another", async () => {
  const text = (await fixture("arf.xml")).toString("utf8");
  const first = await readOne(text);
  const later = await readOne(text.replace('start-time="2026', 'start-time="2025'));
  assert.notEqual(first.report.startedAt, later.report.startedAt);
  assert.equal(first.content.sha256, later.content.sha256);
  const other = await readOne(text.replace("Set Password Maximum Age", "Set password maximum age"));
  assert.notEqual(first.content.sha256, other.content.sha256);
});

test("results of XCCDF 1.1 keep what a person changed, and join what was evaluated several times", async () => {
  const audit = await readOne(await fixture("stig-results.xml"));
  const { report, content, host } = audit;
  assert.deepEqual(host, {
    hostname: "db1.example.net",
    fqdn: "db1.example.net",
    addresses: ["10.20.0.7", "10.20.0.8"],
    macs: ["02:00:5e:10:00:07"],
  });
  // Without a zone it is UTC, whatever the zone of the machine that reads.
  assert.equal(report.startedAt, Date.UTC(2026, 2, 1, 10));
  assert.equal(report.finishedAt, Date.UTC(2026, 2, 1, 15, 5, 30, 250));
  assert.deepEqual([report.engine, report.privileged], ["SCC 5.10", true]);
  assert.equal(report.scores.length, 2);
  assert.deepEqual(outcome(audit, "SV-900001r3_rule"), {
    id: "SV-900001r3_rule",
    result: "fail",
    severity: "medium",
    weight: 10,
    why: "No password was asked for.",
    comments: "Changed from pass by J. Doe: Seen with own eyes",
  });
  const twice = outcome(audit, "SV-900002r1_rule");
  assert.deepEqual([twice.result, twice.unscored], ["error", true]);
  assert.match(twice.why ?? "", /^2 results: pass, error\nFor clock 1\nFor clock 2$/);
  const [text] = content.rules;
  assert.deepEqual(
    [text?.group, text?.version, text?.severity, text?.identifiers],
    ["V-900001", "SAMP-09-000010", "high", ["CCI-000366", "CCI-000213"]],
  );
  assert.equal(text?.description, "Without a password anybody can log in.\n\nEven at night.");
  assert.match(text?.title ?? "", /ask for a password <script>alert\(1\)<\/script>\.$/);
  assert.match(text?.fix ?? "", /:\n\n\$ sudo set-password --yes\n\nRestart\.$/);
});

test("a result without its benchmark gives what it knows of the rules", async () => {
  const text = (await fixture("stig-results.xml")).toString("utf8");
  const bare = text
    .slice(text.indexOf("<cdf:TestResult"), text.indexOf("</cdf:Benchmark>"))
    .replace("<cdf:TestResult", `<cdf:TestResult xmlns:cdf="x"`);
  const { report, content } = await readOne(bare);
  assert.equal(report.benchmark.id, "Sample_OS_STIG");
  assert.deepEqual(
    content.rules.map(({ id, title, severity, version }) => [id, title, severity, version]),
    [
      ["SV-900001r3_rule", "SV-900001r3_rule", "medium", "SAMP-09-000010"],
      ["SV-900002r1_rule", "SV-900002r1_rule", "medium", undefined],
    ],
  );
  assert.equal(report.profile?.title, "MAC-1_Public");
});

test("a .ckl gives an audit for each of its STIGs", async () => {
  const [os, web, ...more] = await read(await fixture("two-stigs.ckl"));
  assert.ok(os !== undefined && web !== undefined && more.length === 0);
  assert.deepEqual(os.host, {
    hostname: "web1.example.net",
    fqdn: "web1.example.net",
    addresses: ["10.20.0.9"],
    macs: ["02:00:5e:10:00:09", "02:00:5e:10:00:0a"],
  });
  assert.deepEqual(web.host, os.host);
  assert.equal(os.report.engine, "Evaluate-STIG 1.2410.0");
  assert.equal(os.report.finishedAt, Date.UTC(2026, 3, 5, 11, 7, 8, 123));
  assert.deepEqual(os.report.benchmark, {
    id: "Sample_OS_STIG",
    version: "V2R3",
    title: "Sample OS Security Technical Implementation Guide",
  });
  assert.equal(web.report.benchmark.version, "1");
  assert.deepEqual(os.report.rules, [
    {
      id: "SV-900001r1_rule",
      result: "fail",
      severity: "medium",
      why: "Found: nothing",
      comments: "Will be done\nSeverity changed to medium: Behind a wall",
    },
    { id: "SV-900002r1_rule", result: "pass", comments: "a < b & c" },
    { id: "SV-900003r1_rule", result: "notapplicable" },
    { id: "SV-900004r1_rule", result: "notchecked" },
  ]);
  assert.deepEqual(os.content.rules[0], {
    id: "SV-900001r1_rule",
    title: "The sample OS must do 1.",
    severity: "high",
    version: "SAMP-09-000010",
    group: "V-900001",
    description: "Because it must.",
    check: "Run:\n\n$ check 1",
    fix: "Run:\n\n$ fix 1",
    identifiers: ["CCI-000366", "CCI-000213", "CCI-000015"],
    references: [],
  });
});

test("Evaluate-STIG tells its version at the beginning of a .ckl, and when it ran in each STIG", async () => {
  const old = (await fixture("two-stigs.ckl")).toString("utf8");
  const marked = old
    .replace(/<!--<Evaluate-STIG>.*?-->/, () => mark("<version>1.2501.1</version>"))
    .replace(
      "<iSTIG>",
      () => `<iSTIG>${mark(`<time>2026-04-05T06:07:08.1234567Z</time>${module}`)}`,
    );
  const [{ report } = assert.fail()] = await read(marked);
  assert.deepEqual(
    [report.engine, report.finishedAt],
    ["Evaluate-STIG 1.2501.1", Date.UTC(2026, 3, 5, 6, 7, 8, 123)],
  );
});

const module = "<module><name>Scan-Sample_Checks</name><version>1.2025.3.6</version></module>";
const mark = (text: string): string => `<!--<Evaluate-STIG>${text}</Evaluate-STIG>-->`;

test("a .cklb says the same as a .ckl; when it was filled in, its caller says", async () => {
  const audit = await readOne(await fixture("stig.cklb"));
  const [ckl] = await read(await fixture("two-stigs.ckl"));
  assert.deepEqual(audit.host.macs, ["02:00:5e:10:00:09"]);
  assert.deepEqual([audit.report.engine, audit.report.finishedAt], ["STIG Viewer", at]);
  assert.deepEqual(audit.report.benchmark, ckl?.report.benchmark);
  const idsAndResults = (one: ImportedAudit | undefined) =>
    one?.report.rules.map(({ id, result, severity, why }) => [id, result, severity, why]);
  assert.deepEqual(idsAndResults(audit), idsAndResults(ckl));
  const marked = (await fixture("stig.cklb"))
    .toString("utf8")
    .replace(
      '"stigs":',
      '"evaluate-stig":{"version":"1.2501.1","time":"2026-04-05T06:07:08Z"},"stigs":',
    );
  const { report } = await readOne(marked);
  assert.deepEqual(
    [report.engine, report.finishedAt],
    ["Evaluate-STIG 1.2501.1", Date.UTC(2026, 3, 5, 6, 7, 8)],
  );
});

test("UTF-16 and Latin-1 are read as what they say they are", async () => {
  const text = (await fixture("two-stigs.ckl")).toString("utf8").replace("Found: nothing", "Nö");
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]);
  const latin1 = Buffer.from(text.replace("UTF-8", "ISO-8859-1"), "latin1");
  const bom = Buffer.from(`\ufeff${text}`);
  for (const bytes of [utf16, latin1, bom]) {
    const [os] = await read(bytes);
    assert.equal(os?.report.rules[0]?.why, "Nö");
  }
  await assertRefused(Buffer.from(text, "latin1"), /it is not the UTF-8 that it should be/);
  await assertRefused(text.replace("UTF-8", "EBCDIC-US"), /written in EBCDIC-US; save it in UTF-8/);
});

test("what a file has twice, or leaves out, is said with its place", async () => {
  const xml = (await fixture("stig-results.xml")).toString("utf8");
  const ckl = (await fixture("two-stigs.ckl")).toString("utf8");
  const cklb = (await fixture("stig.cklb")).toString("utf8");
  const cases: [string, RegExp][] = [
    [
      xml.replace("<cdf:result>fail<", "<cdf:result>bad<"),
      /result of SV-900001r3_rule is "bad", which is none of XCCDF, at line 6\d/,
    ],
    [
      xml.replace('idref="SV-900001r3_rule" severity', "severity"),
      /the idref of a rule-result at line 6\d is missing/,
    ],
    [
      xml.replace('Rule id="SV-900002r1_rule"', 'Rule id="SV-900001r3_rule"'),
      /two rules "SV-900001r3_rule", the second at line 38/,
    ],
    [xml.replace('Rule id="SV-900002r1_rule"', "Rule"), /the id of a Rule at line 38 is missing/],
    [
      xml.replace(/ end-time="[^"]*"/, ""),
      /the end-time of the TestResult before line 5\d is missing/,
    ],
    [xml.replace("T10:05:30.250-05:00", ""), /is "2026-03-01", which is no time/],
    [
      xml.replace('maximum="20">10<', 'maximum="20">many<'),
      /the score "many" at line \d+ is no number/,
    ],
    [xml.replaceAll(/<cdf:rule-result[\s\S]+<\/cdf:rule-result>/g, ""), /has no results of rules/],
    [
      xml.replace(/<cdf:TestResult[\s\S]+<\/cdf:TestResult>/, ""),
      /it is XCCDF, but holds no results/,
    ],
    [
      ckl.replace("SV-900002r1_rule", "SV-900001r1_rule"),
      /Sample_OS_STIG has the rule "SV-900001r1_rule" twice/,
    ],
    [
      ckl.replace("<STATUS>Open<", "<STATUS>Maybe<"),
      /the status of SV-900001r1_rule, the VULN at line \d+, is "Maybe"/,
    ],
    [ckl.replace("SV-900001r1_rule", ""), /the rule id of the VULN at line \d+ is missing/],
    [
      cklb.replace('"status": "not_a_finding"', '"status": 7'),
      /the rule stigs\[0\]\.rules\[1\], is "7"/,
    ],
    [cklb.replace('"stigs": [', '"stigs": [5,'), /stigs\[0\] is no object/],
    [cklb.replace('"rules": [', '"rules": "x", "y": ['), /stigs\[0\] has no list of rules/],
  ];
  for (const [text, message] of cases) await assertRefused(text, message);
});

test("a run of a profile that selects nothing has no rules", async () => {
  const xml = (await fixture("stig-results.xml")).toString("utf8");
  const { report, content } = await readOne(
    xml.replaceAll(/<cdf:result>\w+</g, "<cdf:result>notselected<"),
  );
  assert.deepEqual(report.rules, []);
  assert.equal(content.rules.length, 3);
});
