import assert from "node:assert/strict";
import { test } from "node:test";
import { windowsSupportedUntil } from "./windows-support.ts";

test("a Windows ends when Microsoft says, by its name, edition and build", () => {
  const ends: readonly (readonly [name: string, version: string | null, until: string | null])[] = [
    ["Windows Server 2003", "5.2 (3790)", "2015-07-14"],
    ["Windows Server® 2008 Standard", "6.0 (6003)", "2020-01-14"],
    ["Windows Storage Server 2008 R2 Standard", "6.1 (7601)", "2020-01-14"],
    ["Windows Server 2012 R2 Standard", "6.3 (9600)", "2023-10-10"],
    ["Hyper-V Server 2012 R2", "6.3 (9600)", "2023-10-10"],
    ["Windows Server 2016 Standard", "10.0 (14393)", "2027-01-12"],
    ["Windows Server 2019 Datacenter", "10.0 (17763)", "2029-01-09"],
    ["Windows Server 2022 Datacenter: Azure Edition", "10.0 (20348)", "2031-10-14"],
    ["Windows Server 2025 Standard", "10.0 (26100)", "2034-11-14"],
    ["Windows 8 Pro", "6.2 (9200)", "2016-01-12"],
    ["Windows 8.1 Pro", "6.3 (9600)", "2023-01-10"],
    ["Windows 10 Enterprise", "10.0 (19045)", "2025-10-14"],
    ["Windows 10 Enterprise 2016 LTSB", "10.0 (14393)", "2026-10-13"],
    ["Windows 10 Enterprise LTSC", "10.0 (17763)", "2029-01-09"],
    ["Windows 10 Enterprise LTSC", "10.0 (19044)", "2027-01-12"],
    ["Windows 10 IoT Enterprise LTSC", "10.0 (19044)", "2032-01-13"],
    ["Windows 11 Pro", "10.0 (22631)", "2025-11-11"],
    ["Windows 11 Enterprise", "10.0 (22631)", "2026-11-10"],
    ["Windows 11 Pro", "10.0 (26100)", "2026-10-13"],
    ["Windows 11 Education", "10.0 (26100)", "2027-10-12"],
    ["Windows 11 Enterprise LTSC", "10.0 (26100)", "2029-10-09"],
    ["Windows 11 IoT Enterprise LTSC", "10.0 (26100)", "2034-10-10"],
    ["Windows 11 Pro for Workstations", "10.0 (26200)", "2027-10-12"],
    ["Windows 11 Enterprise", "10.0 (26200)", "2028-10-10"],
    // What is not in the table is not judged.
    ["Windows 11 Pro", "10.0 (99999)", null],
    ["Windows 11 Pro", null, null],
    ["Samba", "4.17.12", null],
  ];
  for (const [name, version, until] of ends) {
    assert.equal(windowsSupportedUntil(name, version), until, `${name} ${version}`);
  }
});
