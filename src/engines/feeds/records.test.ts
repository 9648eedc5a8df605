import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import fc from "fast-check";
import { anyCharacter } from "#test/any-text";
import { FeedError } from "./feed-error.ts";
import { cleanText } from "./fields.ts";
import { type FeedBatch, productKeysOf, readFeed, recogniseFeed } from "./index.ts";

const directory = await mkdtemp(join(tmpdir(), "vedette-records-"));
after(() => rm(directory, { recursive: true }));
const fixtures = new URL("../../../test/fixtures/feeds/", import.meta.url).pathname;

async function read(content: unknown): Promise<FeedBatch[]> {
  const path = join(directory, "feed");
  await writeFile(path, typeof content === "string" ? content : JSON.stringify(content));
  return Array.fromAsync(readFeed(path));
}

async function only(content: unknown): Promise<FeedBatch> {
  const [batch, ...more] = await read(content);
  assert.ok(batch !== undefined && more.length === 0);
  return batch;
}

const refused = (content: unknown, message: RegExp) =>
  assert.rejects(read(content), (error) => {
    assert.ok(error instanceof FeedError, String(error));
    assert.match(error.message, message);
    assert.ok(error.message.startsWith(directory), error.message);
    return true;
  });

const cve = {
  id: "CVE-2026-1000",
  vulnStatus: "Analyzed",
  lastModified: "2026-01-02T03:04:05.678",
};
const nvd = (...cves: object[]) => ({
  resultsPerPage: cves.length,
  startIndex: 0,
  totalResults: cves.length,
  format: "NVD_CVE",
  timestamp: "2026-11-21T01:02:03.004",
  vulnerabilities: cves.map((each) => ({ cve: each })),
});

async function record(fields: object) {
  const batch = await only(nvd({ ...cve, ...fields }));
  assert.ok(batch.feed === "nvd");
  return batch.records[0] ?? assert.fail();
}

test("what a file is shows in its content", async () => {
  for (const [name, feed] of [
    ["nvd.json", "nvd"],
    ["kev.json", "kev"],
    ["epss.csv", "epss"],
    ["debian.json", "debian"],
  ] as const) {
    assert.equal(await recogniseFeed(join(fixtures, name)), feed);
  }
  // A mirror's file, without a head that says what it is; and KEV with its list before its version.
  assert.equal((await only({ cve_items: [cve] })).feed, "nvd");
  const entry = { cveID: "CVE-2026-1000", dateAdded: "2026-01-01" };
  assert.equal((await only({ vulnerabilities: [entry], catalogVersion: "1" })).feed, "kev");
  for (const content of [
    "",
    "{}",
    "[]",
    "hello",
    '{"a": 1}',
    '{"results": [1]}',
    "\u0000\u0001",
    "cve;epss\n",
  ]) {
    await refused(content, /none of the feeds that are known|is empty/);
  }
});

test("of an NVD record is kept what matching, rating and showing need", async () => {
  const read = await record({
    published: "2026-01-01T00:00:00.000",
    cveTags: [{ sourceIdentifier: "cve@mitre.org", tags: ["disputed"] }],
    descriptions: [
      { lang: "es", value: "Hola" },
      { lang: "en", value: `A\u0000flaw\u001b[2J ${"x".repeat(5000)}` },
    ],
    metrics: {
      cvssMetricV2: [
        {
          source: "nvd@nist.gov",
          type: "Primary",
          cvssData: { version: "2.0", vectorString: "AV:N", baseScore: 5 },
        },
      ],
      cvssMetricV40: [
        {
          source: "cna",
          type: "Secondary",
          cvssData: { version: "4.0", vectorString: "CVSS:4.0/AV:N", baseScore: 9.3 },
        },
      ],
      ssvcV203: [
        {
          source: "cisa",
          ssvcData: {
            options: [
              { exploitation: "Active" },
              { automatable: "yes" },
              { technicalImpact: "total" },
            ],
          },
        },
      ],
    },
    weaknesses: [
      {
        description: [
          { lang: "en", value: "CWE-79" },
          { lang: "en", value: "NVD-CWE-Other" },
        ],
      },
    ],
    references: Array.from({ length: 20 }, (_, i) => ({
      url: i === 3 ? "javascript:alert(1)" : `https://a.test/${i}`,
    })),
    configurations: [
      {
        nodes: [
          {
            cpeMatch: [
              {
                vulnerable: true,
                criteria: "cpe:2.3:a:a:b:*:*:*:*:*:*:*:*",
                versionEndExcluding: "2",
                matchCriteriaId: "X",
              },
            ],
          },
        ],
      },
    ],
  });
  assert.equal(read.description.length, 4000);
  assert.match(read.description, /^A flaw \[2J x/);
  assert.deepEqual(
    { ...read, description: "" },
    {
      cve: "CVE-2026-1000",
      status: "Analyzed",
      disputed: true,
      description: "",
      publishedAt: Date.UTC(2026, 0, 1),
      modifiedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
      scores: [
        { version: "4.0", base: 9.3, vector: "CVSS:4.0/AV:N", source: "cna", primary: false },
        { version: "2.0", base: 5, vector: "AV:N", source: "nvd@nist.gov", primary: true },
      ],
      ssvc: { exploitation: "active", automatable: true, technicalImpact: "total" },
      cwes: ["CWE-79"],
      references: [0, 1, 2, 4, 5, 6, 7, 8, 9, 10].map((i) => `https://a.test/${i}`),
      configurations: [
        {
          operator: "OR",
          negate: false,
          nodes: [
            {
              operator: "OR",
              negate: false,
              cpeMatch: [
                {
                  criteria: "cpe:2.3:a:a:b:*:*:*:*:*:*:*:*",
                  vulnerable: true,
                  versionEndExcluding: "2",
                },
              ],
            },
          ],
        },
      ],
      affected: [],
    },
  );
});

test("what the CNA and CISA say is kept together, without what says nothing", async () => {
  const { affected } = await record({
    affected: [
      {
        source: "cna",
        affectedData: [
          { vendor: "n/a", product: "n/a", versions: [{ version: "n/a", status: "affected" }] },
        ],
      },
      {
        source: "cna",
        affectedData: [
          {
            vendor: "F5",
            product: "NGINX Open Source",
            defaultStatus: "unaffected",
            modules: ["quic"],
            versions: [
              {
                version: "1.26.0",
                lessThan: "1.30.1",
                versionType: "semver",
                status: "affected",
                changes: [{ at: "1.28.9", status: "unaffected" }],
              },
              { status: "affected" },
            ],
          },
        ],
      },
      {
        source: "cisa",
        affectedData: [
          {
            vendor: "Apache",
            product: "n/a",
            packageName: "org.apache:log4j",
            cpes: ["cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*"],
            platforms: ["Linux"],
          },
        ],
      },
    ],
  });
  assert.deepEqual(affected, [
    {
      vendor: "F5",
      product: "NGINX Open Source",
      defaultStatus: "unaffected",
      versions: [
        {
          version: "1.26.0",
          status: "affected",
          lessThan: "1.30.1",
          versionType: "semver",
          changes: [{ at: "1.28.9", status: "unaffected" }],
        },
      ],
    },
    {
      vendor: "Apache",
      product: "n/a",
      packageName: "org.apache:log4j",
      cpes: ["cpe:2.3:a:apache:log4j:*:*:*:*:*:*:*:*"],
      platforms: ["Linux"],
      versions: [],
    },
  ]);
});

test("a record is looked up by what is vulnerable and by what the CNA names, never by nothing", async () => {
  const match = (criteria: string, vulnerable = true) => ({ criteria, vulnerable });
  const configurations = [
    {
      nodes: [
        {
          cpeMatch: [
            match("cpe:2.3:a:F5:nginx:*:*:*:*:*:*:*:*"),
            match("cpe:2.3:a:f5:nginx:1:*:*:*:*:*:*:*"),
          ],
        },
        {
          cpeMatch: [
            match("cpe:2.3:o:microsoft:windows:-:*:*:*:*:*:*:*", false),
            match("cpe:2.3:a:a\\:b:c\\+\\+:*:*:*:*:*:*:*:*"),
            match("cpe:2.3:a:*:x:*:*:*:*:*:*:*:*"),
          ],
        },
      ],
    },
  ];
  const affected = [
    {
      source: "cna",
      affectedData: [
        { vendor: " F5 ", product: "NGINX  Open Source" },
        { vendor: "n/a", product: "thing" },
        { vendor: "unknown", product: "thing" },
        { vendor: "Apache", product: "n/a", packageName: "log4j" },
        { vendor: "x", product: "N/A", cpes: ["cpe:2.3:a:cna:named:*:*:*:*:*:*:*:*"] },
      ],
    },
  ];
  const keys = ["f5:nginx", "a:b:c++", "f5:nginx_open_source", "apache:log4j"];
  assert.deepEqual(productKeysOf(await record({ configurations, affected })), keys);
  assert.deepEqual(
    productKeysOf(await record({ configurations, affected, vulnStatus: "Rejected" })),
    [],
  );
});

test("what is shaped wrongly is refused with the CVE, the field and the place", async () => {
  for (const [fields, message] of [
    [
      { id: "CVE-1" },
      /the id of a CVE is "CVE-1" where a CVE id should be \(in what begins at byte \d+\)/,
    ],
    [{ id: "<script>" }, /where a CVE id should be/],
    [{ vulnStatus: 3 }, /CVE-2026-1000: vulnStatus is a number where a text should be/],
    [{ descriptions: "x" }, /CVE-2026-1000: descriptions is a string where a list should be/],
    [{ metrics: [] }, /CVE-2026-1000: metrics is a list where an object should be/],
    [
      { metrics: { cvssMetricV31: [{ cvssData: { baseScore: 11, vectorString: "x" } }] } },
      /cvssMetricV31\.baseScore is no number from 0 to 10/,
    ],
    [
      { configurations: [{ operator: "XOR", nodes: [] }] },
      /configurations: the operator is "XOR", neither AND nor OR/,
    ],
    [
      { configurations: [{ nodes: [{ cpeMatch: [{ criteria: "cpe:2.3:a:a:b" }] }] }] },
      /does not say whether it is vulnerable/,
    ],
    [
      { configurations: [{ nodes: [{ cpeMatch: [null] }] }] },
      /an item of CVE-2026-1000: cpeMatch is null/,
    ],
    [{ lastModified: "yesterday" }, /CVE-2026-1000: lastModified is no time/],
    [
      { affected: [{ affectedData: { vendor: "x" } }] },
      /affectedData is an object where a list should be/,
    ],
  ] as const) {
    await refused(nvd(cve, { ...cve, ...fields }), message);
  }
  await refused(
    { ...nvd(cve), resultsPerPage: 2, totalResults: 5 },
    /it says that it holds 2 records and holds 1; the last good record is CVE-2026-1000/,
  );
  await refused(
    {
      catalogVersion: "1",
      count: 2,
      vulnerabilities: [{ cveID: "CVE-2026-1000", dateAdded: "2026-01-01" }],
    },
    /it says that it holds 2 entries and holds 1/,
  );
  await refused({ catalogVersion: "1", count: 0, vulnerabilities: [] }, /it holds no entry/);
  await refused(
    { openssh: { "CVE-2026-1000": { releases: { sid: { status: "fine" } } } } },
    /openssh CVE-2026-1000 sid: the status is none of resolved, open, undetermined/,
  );
});

test("the last page of the API, and a page without a record, are whole", async () => {
  const page = { ...nvd(cve), resultsPerPage: 2000, startIndex: 4000, totalResults: 4001 };
  assert.equal((await only(page)).records.length, 1);
  const empty = await only(nvd());
  assert.deepEqual(
    [empty.feed, empty.records.length, empty.asOf],
    ["nvd", 0, Date.UTC(2026, 10, 21, 1, 2, 3, 4)],
  );
});

test("EPSS is read by line, with its day, and a line that is cut off or made up is named", async () => {
  const head =
    "#model_version:v2026.06.15,score_date:2026-09-29T12:00:22Z\r\ncve,epss,percentile\r\n";
  const batch = await only(`${head}CVE-2026-1000,1e-05,0.5\r\nCVE-2026-1001,0.1,1\n`);
  assert.deepEqual(batch, {
    feed: "epss",
    records: [
      { cve: "CVE-2026-1000", score: 1e-5, percentile: 0.5 },
      { cve: "CVE-2026-1001", score: 0.1, percentile: 1 },
    ],
    asOf: Date.UTC(2026, 8, 29, 12, 0, 22),
    archived: false,
  });
  for (const [rows, message] of [
    ["CVE-2026-1000,0.1,0.5\nCVE-2026-1001,0.1", /line 4 /],
    ["CVE-2026-1000,0.1,0.5\nCVE-2026-1001,0.1,0.", /line 4 /],
    ["CVE-2026-1000,0.1,0.5", /line 3 is not ended/],
    ["CVE-2026-1000,2,0.5\n", /line 3 has a number that is not from 0 to 1/],
    ["CVE-2026-1000,NaN,0.5\n", /line 3 has a number/],
    ["x,0.1,0.5\n", /line 3 is not a CVE id and two numbers/],
    ["", /it holds no row/],
    [`${"x".repeat(2000)}\n`, /line 3 /],
  ] as const) {
    await refused(head + rows, message);
  }
  await refused("#model_version:x,score_date:tomorrow\n", /line 1 names no score_date/);
});

test("of the Debian tracker every release of a CVE is an entry; issues without a CVE are left out", async () => {
  const batch = await only({
    openssh: {
      "CVE-2026-1000": {
        description: "…",
        releases: {
          bookworm: {
            status: "resolved",
            repositories: { "bookworm-security": "2", bookworm: "1" },
            fixed_version: "2",
            urgency: "low",
          },
          sid: {
            status: "open",
            repositories: { sid: "3" },
            urgency: "unimportant",
            nodsa: "Minor issue",
            nodsa_reason: "",
          },
        },
      },
      "TEMP-0000000-ABCDEF": { releases: { sid: { status: "open" } } },
    },
  });
  assert.ok(batch.feed === "debian");
  assert.deepEqual(batch.records, [
    {
      package: "openssh",
      cve: "CVE-2026-1000",
      release: "bookworm",
      status: "resolved",
      fixedVersion: "2",
      urgency: "low",
      nodsa: null,
      repositories: ["1", "2"],
    },
    {
      package: "openssh",
      cve: "CVE-2026-1000",
      release: "sid",
      status: "open",
      fixedVersion: null,
      urgency: "unimportant",
      nodsa: "Minor issue",
      repositories: ["3"],
    },
  ]);
});

test("an OSV advisory is an entry for each package, with its CVEs, ranges and versions", async () => {
  const batch = await only({
    id: "DEBIAN-CVE-2026-1000",
    modified: "2026-01-02T00:00:00Z",
    schema_version: "1.7.0",
    withdrawn: "2026-01-03T00:00:00Z",
    aliases: ["GHSA-x", "CVE-2026-1001"],
    upstream: ["CVE-2026-1000"],
    details: "Long",
    severity: [{ type: "CVSS_V3", score: "CVSS:3.1/AV:N" }],
    affected: [
      {
        package: { ecosystem: "Debian:12", name: "a", purl: "pkg:deb/a" },
        ranges: [{ type: "ECOSYSTEM", events: [{ introduced: "0" }, { fixed: "2" }] }],
        versions: ["1"],
      },
      {
        package: { ecosystem: "Debian:12", name: "a" },
        ranges: [
          { type: "GIT", repo: "x", events: [{ introduced: "0" }] },
          { type: "SEMVER", events: [{ introduced: "3" }, { last_affected: "4" }, { limit: "9" }] },
        ],
        versions: ["1", "3"],
      },
      {
        package: { ecosystem: "PyPI", name: "b" },
        severity: [{ type: "CVSS_V4", score: "CVSS:4.0/AV:L" }],
      },
      { ranges: [{ type: "GIT", repo: "x", events: [] }] },
    ],
    references: [{ type: "WEB", url: "https://a.test" }],
  });
  assert.ok(batch.feed === "osv");
  const about = {
    id: "DEBIAN-CVE-2026-1000",
    cves: ["CVE-2026-1000", "CVE-2026-1001"],
    summary: "Long",
    withdrawn: true,
    modifiedAt: Date.UTC(2026, 0, 2),
  };
  assert.deepEqual(batch.records, [
    {
      ...about,
      ecosystem: "Debian:12",
      package: "a",
      vector: "CVSS:3.1/AV:N",
      ranges: [
        { type: "ECOSYSTEM", events: [{ introduced: "0" }, { fixed: "2" }] },
        { type: "SEMVER", events: [{ introduced: "3" }, { lastAffected: "4" }] },
      ],
      versions: ["1", "3"],
    },
    {
      ...about,
      ecosystem: "PyPI",
      package: "b",
      vector: "CVSS:4.0/AV:L",
      ranges: [],
      versions: [],
    },
  ]);
  const none = await only({
    schema_version: "1",
    id: "PYSEC-1",
    affected: [{ package: { ecosystem: "PyPI", name: "x" } }],
  });
  assert.ok(none.feed === "osv");
  assert.deepEqual(none.records[0]?.cves, ["PYSEC-1"]);
});

test("what AlmaLinux's and Rocky's advisories fix stands under `related`; elsewhere that only resembles", async () => {
  const cvesOf = async (id: string, more: object): Promise<string[] | undefined> => {
    const batch = await only({
      schema_version: "1.7.0",
      id,
      affected: [{ package: { ecosystem: "AlmaLinux:9", name: "openssl" } }],
      ...more,
    });
    assert.ok(batch.feed === "osv");
    return batch.records[0]?.cves;
  };
  const related = ["CVE-2026-1000", "CVE-2026-1001", "RHSA-2026:1"];
  const both = ["CVE-2026-1000", "CVE-2026-1001"];
  assert.deepEqual(await cvesOf("ALSA-2026:1", { related }), both);
  assert.deepEqual(await cvesOf("RLSA-2026:1", { related, aliases: both }), both);
  assert.deepEqual(await cvesOf("ALBA-2026:2", { related: [] }), ["ALBA-2026:2"]);
  assert.deepEqual(await cvesOf("GHSA-1", { related }), ["GHSA-1"]);
});

test("Ubuntu's notices name its records of CVEs; those of live patches are about no package", async () => {
  const noticed = async (id: string): Promise<string[][]> => {
    const batches = await read({
      schema_version: "1.7.3",
      id,
      upstream: ["UBUNTU-CVE-2025-30693", "UBUNTU-CVE-2025-30722"],
      affected: [{ package: { ecosystem: "Ubuntu:22.04:LTS", name: "mysql-8.0" } }],
    });
    return batches.flatMap((batch) =>
      batch.feed === "osv" ? batch.records.map(({ cves }) => cves) : assert.fail(batch.feed),
    );
  };
  assert.deepEqual(await noticed("USN-7548-1"), [["CVE-2025-30693", "CVE-2025-30722"]]);
  assert.deepEqual(await noticed("LSN-0112-1"), []);
});

test("text of strangers is bounded, whole, and without control characters", () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), fc.nat({ max: 20 }), (text, max) => {
      const clean = cleanText(text, max);
      assert.ok(clean.length <= max);
      assert.ok(clean.isWellFormed());
      assert.doesNotMatch(clean, /\p{Cc}/u);
    }),
  );
  assert.equal(cleanText("a\uD83D", 9), "a\uFFFD");
});
