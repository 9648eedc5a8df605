import assert from "node:assert/strict";
import { test } from "node:test";
import type { OperatorIdentityFinding } from "#exposure/identity";
import { identityCsvHeading, identityCsvLines } from "./identity-csv.ts";

const finding: OperatorIdentityFinding = {
  id: "01990000-0000-7000-8000-000000000001",
  source: "active_directory",
  directoryId: "d",
  ruleId: "ad.old",
  targetType: "user",
  targetId: "t",
  targetName: '=HYPERLINK("http://evil")',
  targetPath: 'CN=Smith\\, "Al",DC=acme',
  host: null,
  category: "passwords",
  severity: "HIGH",
  title: "Its password is old",
  evidence: ["It was set 412 days ago.", "The limit is 180."],
  remediation: "Change it:\nSet-ADAccountPassword",
  siteId: null,
  firstSeenAt: Date.parse("2026-11-21T03:00:00Z"),
  lastSeenAt: Date.parse("2026-11-21T03:00:00Z"),
  status: "open",
  acceptedUntil: null,
};

test("a finding is one record under its headings, and what strangers wrote is no formula", () => {
  const line = identityCsvLines([finding]);
  assert.equal(
    line,
    "01990000-0000-7000-8000-000000000001,open,HIGH,ad.old,passwords,Its password is old,user," +
      `"'=HYPERLINK(""http://evil"")","CN=Smith\\, ""Al"",DC=acme",,` +
      'It was set 412 days ago. The limit is 180.,"Change it:\nSet-ADAccountPassword",' +
      "2026-11-21T03:00:00.000Z,2026-11-21T03:00:00.000Z,,t,active_directory\r\n",
  );
  assert.equal(identityCsvHeading.split(",").length, 17);
  assert.equal(identityCsvLines([finding, finding]), line + line);
  assert.equal(identityCsvLines([]), "");
});
