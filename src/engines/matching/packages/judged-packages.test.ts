import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { HostFacts, PackageFacts } from "#engines/inventory-types";
import type { DebianEntry, OsvEntry } from "#engines/vulnerability-types";
import { debianEntries } from "../corpus/corpus.fixture.ts";
import {
  advisory,
  alma9,
  alpine,
  bookworm,
  foundOn,
  hostOf,
  installed,
  jammy,
  rocky8,
  tracked,
} from "./hosts.fixture.ts";

const cve = "CVE-2099-0001";

describe("Debian's tracker on installed packages", () => {
  const openssh = (version: string): string[] =>
    foundOn(bookworm, [installed("openssh-server", version, { source: "openssh" })], {
      debian: debianEntries,
    }).filter((line) => line.includes("CVE-2023-51385"));

  test("the exact revision decides, with full confidence", () => {
    assert.deepEqual(openssh("1:9.2p1-2+deb12u1"), [
      "openssh CVE-2023-51385 100 1:9.2p1-2+deb12u2",
    ]);
    for (const version of ["1:9.2p1-2+deb12u2", "1:9.2p1-2+deb12u10"]) {
      assert.deepEqual(openssh(version), [], version);
    }
  });

  test("the release is the host's, not the one that a version looks like", () => {
    // Trixie's version is newer than bookworm's fix of another series, and trixie is not what runs here.
    const about = tracked("x", cve, {
      bookworm: { fixedVersion: "1.0-1+deb12u2", repositories: ["1.0-1+deb12u2"] },
      trixie: { repositories: ["1.0-1+deb13u1"] },
    });
    const stamped = installed("x", "1.0-1+deb12u1");
    assert.deepEqual(foundOn(bookworm, [stamped], { debian: about }), [
      `x ${cve} 100 1.0-1+deb12u2`,
    ]);
    const trixie = hostOf({ id: "debian", version: "13", codename: "trixie" });
    assert.deepEqual(foundOn(trixie, [stamped], { debian: about }), [`x ${cve} 100 null`]);
  });

  test("a version without an epoch has none, whatever epoch another release has given it since", () => {
    const about = tracked("x", cve, {
      bookworm: { fixedVersion: "2.0-1", repositories: ["1.9-1"] },
      sid: { fixedVersion: "1:1.0-1", repositories: ["1:1.0-1"] },
    });
    assert.deepEqual(foundOn(bookworm, [installed("x", "1.9-1")], { debian: about }), [
      `x ${cve} 100 2.0-1`,
    ]);
  });

  test("a package without a revision of its own is compared to the letter", () => {
    const about = tracked("ca", cve, { bookworm: { fixedVersion: "20230311+deb12u1" } });
    const at = (version: string): string[] =>
      foundOn(bookworm, [installed("ca", version)], { debian: about });
    assert.deepEqual(at("20230311"), [`ca ${cve} 100 20230311+deb12u1`]);
    assert.deepEqual(at("20230311+deb12u1"), []);
    // In a banner a revision may be left out; here there is none, and `1.0` is older than `1.0-3`.
    const later = tracked("ca", cve, { bookworm: { fixedVersion: "1.0-3" } });
    assert.deepEqual(foundOn(bookworm, [installed("ca", "1.0")], { debian: later }), [
      `ca ${cve} 100 1.0-3`,
    ]);
  });

  test("a backport is judged as the version that it was built from", () => {
    const about = tracked("x", cve, {
      bookworm: { fixedVersion: "1.0-1+deb12u9", repositories: ["1.0-1+deb12u9"] },
      trixie: { fixedVersion: "2.0-3", repositories: ["2.0-3"] },
    });
    const at = (version: string): string[] =>
      foundOn(bookworm, [installed("x", version)], { debian: about });
    assert.deepEqual(at("2.0-3~bpo12+1"), []);
    assert.deepEqual(at("2.0-2~bpo12+1"), [`x ${cve} 100 2.0-3`]);
  });

  test("unstable's host waits for no migration: what was uploaded with the fix has it", () => {
    const sid = hostOf({ id: "debian", name: "Debian GNU/Linux forky/sid", codename: "forky" });
    const about = tracked("x", cve, {
      forky: { repositories: ["1.0-1"] },
      sid: { fixedVersion: "1.0-2", repositories: ["1.0-2"] },
    });
    assert.deepEqual(foundOn(sid, [installed("x", "1.0-2")], { debian: about }), []);
    assert.deepEqual(foundOn(sid, [installed("x", "1.0-1")], { debian: about }), [
      `x ${cve} 100 1.0-2`,
    ]);
  });

  test("extended support's tracker judges the release that Debian has dropped", () => {
    const buster = hostOf({ id: "debian", version: "10", codename: "buster" });
    const about = tracked("x", cve, {
      buster: { fixedVersion: "1.0-1+deb10u7", repositories: ["1.0-1+deb10u7"] },
      bookworm: { fixedVersion: "1.5-1" },
    });
    assert.deepEqual(foundOn(buster, [installed("x", "1.0-1+deb10u6")], { debian: about }), [
      `x ${cve} 100 1.0-1+deb10u7`,
    ]);
    assert.deepEqual(foundOn(buster, [installed("x", "1.0-1+deb10u7")], { debian: about }), []);
  });

  test("a package of another builder, newer than anything in the release, is not flooded with what the release left open", () => {
    const about: DebianEntry[] = [1, 2, 3].flatMap((i) =>
      tracked("rabbitmq-server", `CVE-2099-000${i}`, {
        bookworm: { repositories: ["3.10.8-1.1+deb12u1"], nodsa: "Minor issue" },
        sid: { fixedVersion: "3.10.9-1", repositories: ["4.0.5-1"] },
      }),
    );
    const at = (version: string): number =>
      foundOn(bookworm, [installed("rabbitmq-server", version)], { debian: about }).length;
    assert.equal(at("3.13.6-1"), 0);
    assert.equal(at("3.10.8-1.1+deb12u1"), 3);
    assert.equal(at("3.10.8-1.1"), 3);
  });

  test("the kernel stays in its series: a newer one than the feed knows is still the release's", () => {
    const host = { ...bookworm, kernel: "6.1.0-28-amd64" };
    const image = installed("linux-image-6.1.0-28-amd64", "6.1.119-1", {
      source: "linux-signed-amd64",
      sourceVersion: "6.1.119+1",
    });
    const debian = tracked("linux", cve, { bookworm: { repositories: ["6.1.112-1"] } });
    assert.deepEqual(foundOn(host, [image], { debian }), [`linux ${cve} 100 null`]);
  });

  test("a source package that nobody speaks of has nothing", () => {
    assert.deepEqual(
      foundOn(bookworm, [installed("docker-ce", "1-1")], { debian: debianEntries }),
      [],
    );
  });
});

describe("OSV's advisories on installed packages", () => {
  test("Ubuntu's are those of its own release, whichever version looks alike", () => {
    const osv = [
      advisory("Ubuntu:22.04:LTS", "curl", "7.81.0-1ubuntu1.16"),
      advisory("Ubuntu:20.04:LTS", "curl", "7.81.0-1ubuntu1.99"),
    ];
    const at = (version: string): string[] => foundOn(jammy, [installed("curl", version)], { osv });
    assert.deepEqual(at("7.81.0-1ubuntu1.15"), [`curl ${cve} 100 7.81.0-1ubuntu1.16`]);
    assert.deepEqual(at("7.81.0-1ubuntu1.16"), []);
  });

  test("what Ubuntu Pro alone fixes is open without it, and closed with it", () => {
    const focal = hostOf({ id: "ubuntu", name: "Ubuntu 20.04.6 LTS", version: "20.04" });
    const pro = advisory("Ubuntu:Pro:20.04:LTS", "curl", "7.68.0-1ubuntu2.25+esm1");
    const standard = advisory("Ubuntu:20.04:LTS", "curl", "", {
      ranges: [{ type: "ECOSYSTEM", events: [{ introduced: "0" }] }],
    });
    // Once standard support is over there is only the entry of Pro.
    for (const osv of [[pro], [standard, pro], [pro, standard]]) {
      const at = (version: string): string[] =>
        foundOn(focal, [installed("curl", version)], { osv });
      assert.deepEqual(at("7.68.0-1ubuntu2.25"), [`curl ${cve} 100 7.68.0-1ubuntu2.25+esm1`]);
      assert.deepEqual(at("7.68.0-1ubuntu2.25+esm1"), []);
    }
    const regular = advisory("Ubuntu:20.04:LTS", "curl", "7.68.0-1ubuntu2.24");
    assert.deepEqual(
      foundOn(focal, [installed("curl", "7.68.0-1ubuntu2.24")], { osv: [regular, pro] }),
      [],
    );
  });

  test("Ubuntu's record of a CVE counts before its notices of updates", () => {
    const about = (id: string, fixed: string): OsvEntry =>
      advisory("Ubuntu:22.04:LTS", "curl", fixed, { id });
    const record = about("UBUNTU-CVE-2099-0001", "7.81.0-1ubuntu1.16");
    const regression = about("USN-9999-2", "7.81.0-1ubuntu1.17");
    const at = (version: string, ...osv: OsvEntry[]): number =>
      foundOn(jammy, [installed("curl", version)], { osv }).length;
    assert.equal(at("7.81.0-1ubuntu1.16", regression, record), 0);
    assert.equal(at("7.81.0-1ubuntu1.15", regression, record), 1);
    assert.equal(at("7.81.0-1ubuntu1.15", regression), 1);
  });

  test("Red Hat's are its own host's, by product, module and binary package", () => {
    const rhel = (version: string): HostFacts =>
      hostOf({ id: "rhel", like: ["fedora"], name: "RHEL", version }, { packageManager: "rpm" });
    const libs = (version: string): PackageFacts =>
      installed("openssl-libs", version, { source: "openssl", sourceVersion: version });
    const appstream = (name: string, fixed: string, summary: string): OsvEntry =>
      advisory("Red Hat:enterprise_linux:9::appstream", name, fixed, { summary });
    const osv = [
      advisory("Red Hat:enterprise_linux:9::baseos", "openssl-libs", "1:3.0.7-28.el9_4"),
      advisory("Red Hat:rhel_eus:9.2::baseos", "openssl-libs", "1:3.0.7-99.el9_2"),
      advisory("AlmaLinux:9", "openssl-libs", "1:3.0.7-98.el9_4.alma.1"),
    ];
    assert.deepEqual(foundOn(rhel("9.4"), [libs("1:3.0.7-27.el9")], { osv }), [
      `openssl ${cve} 100 1:3.0.7-28.el9_4`,
    ]);
    assert.deepEqual(foundOn(rhel("9.4"), [libs("1:3.0.7-28.el9_4")], { osv }), []);
    const ten = advisory("Red Hat:enterprise_linux:10.1", "openssl-libs", "1:3.5.1-4.el10_1");
    assert.equal(foundOn(rhel("10.1"), [libs("1:3.5.1-3.el10_1")], { osv: [ten] }).length, 1);
    const els = advisory("Red Hat:rhel_els:7", "openssl-libs", "1:1.0.2k-26.el7_9.1");
    assert.equal(foundOn(rhel("7.9"), [libs("1:1.0.2k-26.el7_9")], { osv: [els] }).length, 1);
    const summary = "Red Hat Security Advisory: nodejs:20 security update";
    const modules = [appstream("nodejs", "1:20.16.0-1.module+el9.4.0+22197+9e60f127", summary)];
    const nodejs = (version: string): number =>
      foundOn(rhel("9.4"), [installed("nodejs", version)], { osv: modules }).length;
    assert.equal(nodejs("1:20.12.2-2.module+el9.4.0+21731+46b5b8a7"), 1);
    assert.equal(nodejs("1:18.20.2-2.module+el9.4.0+21742+692df1ea"), 0);
  });

  test("Alpine's name the origin, and `-r` counts", () => {
    const osv = [advisory("Alpine:v3.20", "openssl", "3.3.2-r1")];
    const at = (version: string): string[] =>
      foundOn(alpine, [installed("libcrypto3", version, { source: "openssl" })], { osv });
    assert.deepEqual(at("3.3.2-r0"), [`openssl ${cve} 100 3.3.2-r1`]);
    assert.deepEqual(at("3.3.2-r1"), []);
  });

  test("AlmaLinux names binary packages: one finding for the source, each compared with its own version", () => {
    const perl = (libs: string, errno: string): string[] =>
      foundOn(
        alma9,
        [
          installed("perl-libs", libs, { source: "perl", sourceVersion: "4:5.32.1-481.el9" }),
          installed("perl-Errno", errno, { source: "perl", sourceVersion: "5.32.1-481.el9" }),
        ],
        {
          osv: [
            advisory("AlmaLinux:9", "perl-libs", "4:5.32.1-481.1.el9_6"),
            advisory("AlmaLinux:9", "perl-Errno", "1.30-481.1.el9_6"),
          ],
        },
      );
    assert.deepEqual(perl("4:5.32.1-481.el9", "1.30-481.el9"), [
      `perl ${cve} 100 4:5.32.1-481.1.el9_6`,
    ]);
    assert.deepEqual(perl("4:5.32.1-481.1.el9_6", "1.30-481.el9"), [
      `perl ${cve} 100 1.30-481.1.el9_6`,
    ]);
    assert.deepEqual(perl("4:5.32.1-481.1.el9_6", "1.30-481.1.el9_6"), []);
  });

  test("Rocky names source packages, with the epoch that the source's name lacks", () => {
    const bind = (version: string): string[] =>
      foundOn(
        rocky8,
        [installed("bind-libs", version, { source: "bind", sourceVersion: version })],
        { osv: [advisory("Rocky Linux:8", "bind", "32:9.11.36-16.el8_10.4")] },
      );
    assert.deepEqual(bind("32:9.11.36-16.el8_10.2"), [`bind ${cve} 100 32:9.11.36-16.el8_10.4`]);
    assert.deepEqual(bind("32:9.11.36-16.el8_10.4"), []);
  });

  test("revisions of a point release are compared as rpm does", () => {
    const osv = [advisory("AlmaLinux:9", "openssh", "8.7p1-38.el9_4.4")];
    const at = (version: string): number =>
      foundOn(alma9, [installed("openssh", version)], { osv }).length;
    assert.deepEqual(
      ["8.7p1-38.el9", "8.7p1-38.el9_4.1", "8.7p1-38.el9_4.4", "8.7p1-43.el9"].map(at),
      [1, 1, 0, 0],
    );
  });

  test("bug fixes without a CVE are none, nor is what was withdrawn", () => {
    const osv = [
      advisory("AlmaLinux:9", "openssh", "9", { id: "ALBA-2026:1", cves: ["ALBA-2026:1"] }),
      advisory("AlmaLinux:9", "openssh", "9", { withdrawn: true }),
    ];
    assert.deepEqual(foundOn(alma9, [installed("openssh", "8.7p1-38.el9")], { osv }), []);
  });

  test("those of the host's own distribution come before the others', whose marks do not count", () => {
    const openssl = [installed("openssl", "1:3.0.7-27.el9")];
    const theirs = advisory("Rocky Linux:9", "openssl", "1:3.0.7-27.el9.rocky.1");
    assert.deepEqual(foundOn(alma9, openssl, { osv: [theirs] }), []);
    const real = advisory("Rocky Linux:9", "openssl", "1:3.0.7-28.el9_4");
    assert.deepEqual(foundOn(alma9, openssl, { osv: [real] }), [
      `openssl ${cve} 100 1:3.0.7-28.el9_4`,
    ]);
    const own = advisory("AlmaLinux:9", "openssl", "1:3.0.7-27.el9");
    assert.deepEqual(foundOn(alma9, openssl, { osv: [real, own] }), []);
  });

  test("Oracle's own counter is not taken for a newer revision", () => {
    const oracle = hostOf(
      { id: "ol", like: ["fedora"], name: "Oracle Linux Server 9.4", version: "9.4" },
      { packageManager: "rpm" },
    );
    const osv = [advisory("AlmaLinux:9", "openssl", "1:3.0.7-27.el9_4.1")];
    assert.equal(foundOn(oracle, [installed("openssl", "1:3.0.7-27.0.3.el9")], { osv }).length, 1);
    assert.equal(
      foundOn(oracle, [installed("openssl", "1:3.0.7-28.0.1.el9_4")], { osv }).length,
      0,
    );
  });
});

describe("modules keep several streams side by side", () => {
  const alma8 = hostOf(
    { id: "almalinux", like: ["rhel"], name: "AlmaLinux 8.10", version: "8.10" },
    { packageManager: "rpm" },
  );
  const module = (name: string, stream: string, fixed: string): ReturnType<typeof advisory> =>
    advisory("AlmaLinux:8", name, fixed, {
      summary: `Important: ${stream} security update`,
    });
  const osv = [
    module("nodejs", "nodejs:18", "1:18.20.4-1.module_el8.10.0+3886+1d2c5a24"),
    module("nodejs", "nodejs:20", "1:20.16.0-1.module_el8.10.0+3891+2b6f7a90"),
  ];
  const nodejs = (version: string): string[] =>
    foundOn(alma8, [installed("nodejs", version)], { osv });

  test("a build is compared with the fix of its own stream", () => {
    assert.deepEqual(nodejs("1:18.20.2-1.module_el8.9.0+3729+9b5fe8a4"), [
      `nodejs ${cve} 100 1:18.20.4-1.module_el8.10.0+3886+1d2c5a24`,
    ]);
    assert.deepEqual(nodejs("1:18.20.4-1.module_el8.10.0+3886+1d2c5a24"), []);
    assert.deepEqual(nodejs("1:20.16.0-1.module_el8.10.0+3891+2b6f7a90"), []);
    assert.deepEqual(nodejs("1:16.20.2-1.module_el8.9.0+3700+00000000"), []);
  });

  test("what is no module's build is compared with none", () => {
    assert.deepEqual(nodejs("1:18.20.2-1.el8"), []);
    const plain = [advisory("AlmaLinux:8", "nodejs", "1:99-1.el8")];
    const built = [installed("nodejs", "1:18.20.2-1.module_el8.9.0+3729+9b5fe8a4")];
    assert.deepEqual(foundOn(alma8, built, { osv: plain }), []);
  });

  test("what else is in a module goes by its own line of versions", () => {
    const nodemon = (version: string): number =>
      foundOn(alma8, [installed("nodejs-nodemon", version)], {
        osv: [
          module("nodejs-nodemon", "nodejs:18", "3.0.1-1.module_el8.9.0+3700+00000000"),
          module("nodejs-nodemon", "nodejs:20", "3.1.4-1.module_el8.10.0+3800+00000000"),
        ],
      }).length;
    assert.equal(nodemon("3.0.0-1.module_el8.8.0+3600+00000000"), 1);
    assert.equal(nodemon("3.0.1-1.module_el8.9.0+3700+00000000"), 0);
  });

  test("builds of two distributions are compared without their counters", () => {
    const rocky = (version: string): number =>
      foundOn(rocky8, [installed("nodejs", version)], { osv }).length;
    assert.equal(rocky("1:18.20.4-1.module+el8.10.0+1862+a1b2c3d4"), 0);
    assert.equal(rocky("1:18.20.2-1.module+el8.9.0+1500+a1b2c3d4"), 1);
  });

  test("a stream without a number is the only one there is", () => {
    const podman = [
      advisory("AlmaLinux:8", "podman", "3:4.9.4-15.module_el8.10.0+3900+0", {
        summary: "Important: container-tools:rhel8 security update",
      }),
    ];
    const at = (version: string): number =>
      foundOn(alma8, [installed("podman", version)], { osv: podman }).length;
    assert.equal(at("3:4.9.4-12.module_el8.10.0+3800+0"), 1);
    assert.equal(at("3:4.4.1-1.module_el8.8.0+3000+0"), 1);
  });
});
