import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { HostFacts, PackageFacts } from "#engines/inventory-types";
import { findHostWeaknesses } from "#exposure/weaknesses";

const os = (more: Partial<HostFacts["os"]>): HostFacts["os"] => ({
  family: "linux",
  id: "debian",
  like: [],
  name: "Debian GNU/Linux 12 (bookworm)",
  version: "12",
  codename: "bookworm",
  ...more,
});

const hostWith = (of: HostFacts["os"], kernel = "none"): HostFacts => ({
  hostname: "web",
  fqdn: null,
  os: of,
  kernel,
  architecture: "x86_64",
  hardware: { uuid: null, vendor: null, product: null, kind: "virtual" },
  interfaces: [],
  primaryAddress: null,
  bootedAt: 0,
  packageManager: "dpkg",
});

/** Check and severity of what is wrong with an operating system on a day. */
function on(day: string, of: Partial<HostFacts["os"]>): string[] {
  const found = findHostWeaknesses(hostWith(os(of)), [], Date.parse(day));
  return found.map(({ checkId, severity }) => `${checkId} ${severity}`);
}

describe("an operating system's support", () => {
  test("is over after its last day, and not on it", () => {
    assert.deepEqual(on("2026-07-11T23:59:59Z", {}), []);
    assert.deepEqual(on("2026-07-12T00:00:00Z", {}), ["os.long_term_support LOW"]);
  });

  test("goes from long-term over paid to none", () => {
    const debian10 = { version: "10", codename: "buster", name: "Debian GNU/Linux 10 (buster)" };
    assert.deepEqual(on("2022-09-01T00:00:00Z", debian10), []);
    assert.deepEqual(on("2023-01-01T00:00:00Z", debian10), ["os.long_term_support LOW"]);
    assert.deepEqual(on("2026-11-21T00:00:00Z", debian10), ["os.paid_support_only MEDIUM"]);
    assert.deepEqual(on("2029-07-01T00:00:00Z", debian10), ["os.support_ended HIGH"]);
  });

  test("is known of the usual systems", () => {
    for (const [of, expected] of [
      [{ id: "debian", version: "12.5" }, ["os.long_term_support LOW"]],
      [{ id: "debian", version: "13" }, []],
      [{ id: "debian", version: null, codename: "forky" }, []],
      [{ id: "ubuntu", version: "20.04" }, ["os.paid_support_only MEDIUM"]],
      [{ id: "ubuntu", version: "22.04" }, []],
      [{ id: "ubuntu", version: "14.04" }, ["os.paid_support_only MEDIUM"]],
      [{ id: "ubuntu", version: "23.10" }, ["os.support_ended HIGH"]],
      [{ id: "rhel", version: "7.9" }, ["os.paid_support_only MEDIUM"]],
      [{ id: "rhel", version: "9.4" }, []],
      [{ id: "centos", version: "7", name: "CentOS Linux 7" }, ["os.support_ended HIGH"]],
      [{ id: "centos", version: "9", name: "CentOS Stream 9" }, []],
      [{ id: "centos", version: "8", name: "CentOS Stream 8" }, ["os.support_ended HIGH"]],
      [{ id: "almalinux", version: "8.10" }, []],
      [{ id: "rocky", version: "9.4" }, []],
      [{ id: "alpine", version: "3.20.3" }, ["os.support_ended HIGH"]],
      [{ id: "alpine", version: "3.22.1" }, []],
      [{ id: "alpine", version: "3.2.3" }, []],
      [{ id: "fedora", version: "42" }, ["os.support_ended HIGH"]],
      [{ id: "fedora", version: "43" }, []],
      [{ id: "amzn", version: "2" }, ["os.support_ended HIGH"]],
      [{ id: "amzn", version: "2023" }, []],
      [{ id: "sles", version: "15.6" }, ["os.paid_support_only MEDIUM"]],
      [{ id: "opensuse-leap", version: "15.5" }, ["os.support_ended HIGH"]],
      [{ family: "macos", id: "macos", version: "12.7.6" }, ["os.support_ended HIGH"]],
      [{ family: "macos", id: "macos", version: "15.1" }, []],
      [{ id: "arch", version: null }, []],
      [{ id: "constructor", version: "1" }, []],
    ] satisfies [Partial<HostFacts["os"]>, string[]][]) {
      assert.deepEqual(on("2026-11-21T12:00:00Z", of), expected, `${of.id} ${of.version}`);
    }
  });

  test("of Ubuntu's LTS releases ends with the Legacy add-on, fifteen years after the release", () => {
    const trusty = { id: "ubuntu", version: "14.04", name: "Ubuntu 14.04.6 LTS" };
    assert.deepEqual(on("2029-04-30T12:00:00Z", trusty), ["os.paid_support_only MEDIUM"]);
    assert.deepEqual(on("2029-05-01T00:00:00Z", trusty), ["os.support_ended HIGH"]);
  });

  test("of Windows goes by product and build; editions with a longer life are not judged", () => {
    const windows = (name: string, version: string): string[] =>
      on("2026-11-21T12:00:00Z", {
        family: "windows",
        id: "windows",
        codename: null,
        name,
        version,
      });
    assert.deepEqual(windows("Windows 10 Pro", "10.0.19045"), ["os.paid_support_only MEDIUM"]);
    assert.deepEqual(windows("Windows 10 Pro", "10.0.19044"), ["os.support_ended HIGH"]);
    assert.deepEqual(windows("Windows 10 Enterprise LTSC 2021", "10.0.19044"), []);
    assert.deepEqual(windows("Windows 11 Pro", "10.0.22621"), ["os.support_ended HIGH"]);
    assert.deepEqual(windows("Windows 11 Pro", "10.0.26200"), []);
    assert.deepEqual(windows("Windows Server 2012 R2 Standard", "6.3.9600"), [
      "os.support_ended HIGH",
    ]);
    assert.deepEqual(windows("Windows Server 2019 Standard", "10.0.17763"), []);
    assert.deepEqual(windows("Windows Server 2022 Standard", "10.0.20348"), []);
  });

  test("the evidence names every date and where it is published", () => {
    const [found] = findHostWeaknesses(hostWith(os({})), [], Date.parse("2026-11-21"));
    assert.equal(
      found?.evidence,
      "Debian GNU/Linux 12 (bookworm): standard support until 2026-07-11, long-term support until 2028-06-30, Extended LTS by Freexian until 2033-06-30 (https://salsa.debian.org/debian/distro-info-data).",
    );
    assert.match(found?.remediation ?? "", /^Move to a release .*\.$/);
  });

  test("once over it is never back, and there is one finding of it at most", () => {
    const order = ["LOW", "MEDIUM", "HIGH"];
    const anyOs = fc.constantFrom(
      ...["7", "8", "9", "10", "11", "12", "13"].map((version) => ({ id: "debian", version })),
      ...["14.04", "20.04", "24.04", "25.04"].map((version) => ({ id: "ubuntu", version })),
      ...["6", "7", "8"].map((version) => ({ id: "rhel", version })),
    );
    const anyDay = fc.integer({ min: Date.UTC(2010), max: Date.UTC(2045) });
    fc.assert(
      fc.property(anyOs, anyDay, anyDay, (of, one, other) => {
        const [early = "", late = ""] = [one, other]
          .toSorted((a, b) => a - b)
          .map((at) => on(new Date(at).toISOString(), of).join());
        const rank = (found: string): number => order.indexOf(found.split(" ")[1] ?? "");
        assert.ok(rank(late) >= rank(early), `${early}, then ${late}`);
      }),
    );
  });
});

describe("a restart is due", () => {
  const image = (abi: string, version: string): PackageFacts => ({
    name: `linux-image-${abi}-amd64`,
    version,
    arch: "amd64",
    source: "linux-signed-amd64",
    sourceVersion: version.replace(/-\d+$/, "+1"),
  });
  const both = [image("6.1.0-26", "6.1.112-1"), image("6.1.0-28", "6.1.119-1")];
  const at = Date.parse("2026-01-01");

  test("when a newer kernel is installed than runs", () => {
    const [found, ...more] = findHostWeaknesses(hostWith(os({}), "6.1.0-26-amd64"), both, at);
    assert.deepEqual([found?.checkId, found?.severity, more], ["os.restart_pending", "LOW", []]);
    assert.equal(
      found?.evidence,
      "linux-image-6.1.0-26-amd64 6.1.112-1 runs; 6.1.119-1 is installed.",
    );
  });

  test("not when the newest runs, nor when it is not known which one does", () => {
    for (const kernel of ["6.1.0-28-amd64", "6.18.44-own"]) {
      assert.deepEqual(findHostWeaknesses(hostWith(os({}), kernel), both, at), []);
    }
  });
});
