import assert from "node:assert/strict";
import { test } from "node:test";
import type { Software } from "#engines/vulnerability-types";
import { bannerOf, knowing, recordOf, records } from "./corpus/corpus.fixture.ts";
import { matchSoftware } from "./match-software.ts";

/** Versions that must and must not match; `on windows` names the platform. */
interface Row {
  cve: string;
  product: string;
  match: readonly string[];
  none: readonly string[];
}

const rows: readonly Row[] = [
  {
    cve: "CVE-2010-2263",
    product: "f5:nginx",
    match: ["0.8.39 on windows", "0.7.65 on windows", "0.7.52 on windows"],
    none: ["0.8.40 on windows", "0.7.66 on windows", "0.8.39 on linux", "0.7.51 on windows"],
  },
  {
    cve: "CVE-2014-0160",
    product: "openssl:openssl",
    match: ["1.0.1", "1.0.1f", "1.0.1a"],
    none: ["1.0.1g", "1.0.0", "1.0.2"],
  },
  { cve: "CVE-2014-3659", product: "gnu:bash", match: [], none: ["4.3", "*"] },
  {
    cve: "CVE-2015-3306",
    product: "proftpd:proftpd",
    match: ["1.3.5"],
    none: ["1.3.4", "1.3.6", "1.3.5e"],
  },
  {
    cve: "CVE-2016-7406",
    product: "dropbear_ssh_project:dropbear_ssh",
    match: ["2016.73", "2015.67"],
    none: ["2016.74", "2022.83"],
  },
  {
    cve: "CVE-2017-7494",
    product: "samba:samba",
    match: ["4.6.3", "4.5.9", "3.5.0", "4.4.13"],
    none: ["4.6.4", "4.5.10", "4.4.14", "3.4.17"],
  },
  {
    cve: "CVE-2017-7529",
    product: "f5:nginx",
    match: ["1.13.2", "1.12.1", "0.5.6"],
    none: ["1.13.3", "1.12.2", "0.5.5"],
  },
  {
    cve: "CVE-2018-15473",
    product: "openbsd:openssh",
    match: ["7.7p1", "7.2p2", "7.7"],
    none: ["7.8p1", "10.0p1"],
  },
  {
    cve: "CVE-2019-0211",
    product: "apache:http_server",
    match: ["2.4.38", "2.4.17"],
    none: ["2.4.39", "2.4.16"],
  },
  {
    cve: "CVE-2019-9193",
    product: "postgresql:postgresql",
    match: ["11.2", "10.1", "9.3"],
    none: ["11.3", "9.2.24"],
  },
  {
    cve: "CVE-2019-9511",
    product: "f5:nginx",
    match: ["1.16.0", "1.17.2"],
    none: ["1.16.1", "1.17.3", "1.9.4"],
  },
  { cve: "CVE-2019-10149", product: "exim:exim", match: ["4.91", "4.87"], none: ["4.92", "4.86"] },
  {
    cve: "CVE-2019-11500",
    product: "dovecot:dovecot",
    match: ["2.3.7.1", "2.2.36.3"],
    none: ["2.3.7.2", "2.2.36.4"],
  },
  {
    cve: "CVE-2020-15778",
    product: "openbsd:openssh",
    match: ["8.3p1", "8.2p1", "8.3"],
    none: ["8.4p1", "8.3p2"],
  },
  {
    cve: "CVE-2021-27928",
    product: "mariadb:mariadb",
    match: ["10.5.8", "10.2.36"],
    none: ["10.5.9", "10.2.37", "10.6.0"],
  },
  { cve: "CVE-2021-44790", product: "apache:http_server", match: ["2.4.51"], none: ["2.4.52"] },
  {
    cve: "CVE-2022-0778",
    product: "openssl:openssl",
    match: ["1.1.1m", "1.0.2zc", "3.0.1"],
    none: ["1.1.1n", "1.0.2zd", "3.0.2"],
  },
  {
    cve: "CVE-2022-22707",
    product: "lighttpd:lighttpd",
    match: ["1.4.63", "1.4.46"],
    none: ["1.4.64", "1.4.45"],
  },
  { cve: "CVE-2022-31813", product: "apache:http_server", match: ["2.4.53"], none: ["2.4.54"] },
  // The vendor's own words add 9.18.0 to 9.18.6, which NVD's ranges leave out.
  {
    cve: "CVE-2022-38178",
    product: "isc:bind",
    match: ["9.16.32", "9.11.3", "9.18.6", "9.18.0"],
    none: ["9.16.33", "9.9.11", "9.18.7"],
  },
  {
    cve: "CVE-2022-44792",
    product: "net-snmp:net-snmp",
    match: ["5.9.3", "5.8"],
    none: ["5.9.4", "5.7.3"],
  },
  { cve: "CVE-2023-51385", product: "openbsd:openssh", match: ["9.5p1"], none: ["9.6p1"] },
  { cve: "CVE-2024-10979", product: "postgresql:postgresql", match: [], none: ["16.4", "17.0"] },
  {
    cve: "CVE-2025-26465",
    product: "openbsd:openssh",
    match: ["9.9p1", "9.8p1", "6.8p1", "9.9"],
    none: ["9.9p2", "10.0p1", "6.7p1"],
  },
  {
    cve: "CVE-2025-49844",
    product: "redis:redis",
    match: ["7.2.10", "8.2.1", "6.2.19"],
    none: ["7.2.11", "8.2.2", "6.2.20"],
  },
  {
    cve: "CVE-2026-40460",
    product: "f5:nginx",
    match: ["1.30.0", "1.26.0"],
    none: ["1.30.1", "1.31.0", "1.24.0"],
  },
  {
    cve: "CVE-2026-63639",
    product: "valkey-io:valkey",
    match: ["8.1.8", "9.1.0", "7.2.13"],
    none: ["8.1.9", "9.1.1", "7.2.14"],
  },
];

function software(product: string, text: string): Software {
  const [version = "", platform] = text.split(" on ");
  return bannerOf(product, version, platform === "windows" ? { platform: "windows" } : {});
}

for (const { cve, product, match, none } of rows) {
  test(`${cve} is found in the vulnerable versions of ${product}, and in no other`, () => {
    const knowledge = knowing({ records: [recordOf(cve)] });
    for (const version of match) {
      const found = matchSoftware(software(product, version), knowledge);
      assert.deepEqual(
        found.map((one) => [one.cve, one.affected, one.confidence]),
        [[cve, true, 80]],
        `${version}: ${JSON.stringify(found)}`,
      );
    }
    for (const version of none) {
      const found = matchSoftware(software(product, version), knowledge);
      assert.equal(
        found.some(({ affected }) => affected),
        false,
        `${version}: ${JSON.stringify(found)}`,
      );
    }
  });
}

test("every record of the extract has its row, and versions with their update split off give the same", () => {
  assert.deepEqual(rows.map(({ cve }) => cve).toSorted(), records.map(({ cve }) => cve).toSorted());
  for (const [version, update, affected] of [
    ["9.9", "p1", true],
    ["9.9", "p2", false],
    ["9.8", "p1", true],
  ] as const) {
    const cpes = [`cpe:2.3:a:openbsd:openssh:${version}:${update}:*:*:*:*:*:*`];
    const found = matchSoftware(
      { ...bannerOf("openbsd:openssh", version), cpes },
      knowing({ records: [recordOf("CVE-2025-26465")] }),
    );
    assert.equal(
      found.some((one) => one.affected),
      affected,
      version + update,
    );
  }
});
