import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { softwareKey } from "../software-key.ts";
import { fixCommand } from "./fix-command.ts";
import { alma9, alpine, bookworm, hostOf, installed, jammy, rocky8 } from "./hosts.fixture.ts";
import { softwareOfPackages } from "./software-of-packages.ts";

const server = installed("openssh-server", "1:9.2p1-2+deb12u3", {
  source: "openssh",
  sourceVersion: "1:9.2p1-2+deb12u3",
});
const client = { ...server, name: "openssh-client" };

/** Reasons why packages were not judged, without that of the kernel. */
function reasons(...args: Parameters<typeof softwareOfPackages>): [string, number][] {
  const { notJudged } = softwareOfPackages(...args).coverage;
  return notJudged
    .filter(({ reason }) => !reason.startsWith("The running kernel"))
    .map(({ reason, packages }) => [reason, packages]);
}

describe("packages become software", () => {
  test("one for each source package in one version, with its binary packages by name", () => {
    const { judged, coverage } = softwareOfPackages(bookworm, [server, client]);
    assert.deepEqual(judged, [
      {
        software: {
          cpes: [],
          platform: "linux",
          package: {
            distribution: "debian",
            release: "bookworm",
            source: "openssh",
            version: "1:9.2p1-2+deb12u3",
            hasEpoch: true,
          },
          ecosystem: null,
          confidence: 100,
        },
        source: "openssh",
        binaries: [client, server],
        installedVersion: "1:9.2p1-2+deb12u3",
        note: null,
      },
    ]);
    assert.equal(coverage.judged, 2);
  });

  test("a rebuild of the binary alone is judged by the version of its source", () => {
    const rebuilt = installed("bash", "5.2.15-2+b7", { sourceVersion: "5.2.15-2" });
    const [one] = softwareOfPackages(bookworm, [rebuilt]).judged;
    assert.equal(one?.software.package?.version, "5.2.15-2");
    assert.equal(one?.installedVersion, "5.2.15-2+b7");
  });

  test("of two versions of a source package each is judged", () => {
    const old = { ...client, version: "1:9.2p1-2", sourceVersion: "1:9.2p1-2" };
    const { judged } = softwareOfPackages(bookworm, [server, old]);
    assert.deepEqual(
      judged.map(({ installedVersion }) => installedVersion),
      ["1:9.2p1-2", "1:9.2p1-2+deb12u3"],
    );
  });

  test("Ubuntu by number, Alpine by branch, Red Hat's family by major release", () => {
    const released = (...args: Parameters<typeof softwareOfPackages>): unknown => {
      const { distribution, release, rebuild } =
        softwareOfPackages(...args).judged[0]?.software.package ?? {};
      return [distribution, release, rebuild];
    };
    const el = [installed("bash", "5.1.8-9.el9")];
    assert.deepEqual(released(jammy, [installed("bash", "5.1-6ubuntu1.1")]), [
      "ubuntu",
      "22.04",
      undefined,
    ]);
    assert.deepEqual(released(alpine, [installed("musl", "1.2.5-r0")]), [
      "alpine",
      "3.20",
      undefined,
    ]);
    assert.deepEqual(released(alma9, el), ["rhel", "9", "AlmaLinux"]);
    assert.deepEqual(released(rocky8, el), ["rhel", "8", "Rocky Linux"]);
    const rhel = hostOf(
      { id: "rhel", name: "RHEL 9.4", version: "9.4" },
      { packageManager: "rpm" },
    );
    assert.deepEqual(released(rhel, el), ["rhel", "9", "Red Hat"]);
  });

  test("testing and unstable, which have no number, are judged by what was uploaded to unstable", () => {
    const testing = hostOf({ id: "debian", name: "Debian GNU/Linux forky/sid", codename: "forky" });
    const [one] = softwareOfPackages(testing, [installed("bash", "5.3-1")]).judged;
    assert.equal(one?.software.package?.release, "sid");
  });

  test("RPM's packages of one source are one, and keep each its own version and epoch", () => {
    const of = { source: "perl", arch: "x86_64" };
    const packages = [
      installed("perl-libs", "4:5.32.1-481.el9", { ...of, sourceVersion: "4:5.32.1-481.el9" }),
      installed("perl-Errno", "1.30-481.el9", { ...of, sourceVersion: "5.32.1-481.el9" }),
      installed("perl-libs", "4:5.32.1-481.el9", {
        ...of,
        arch: "i686",
        sourceVersion: "4:5.32.1-481.el9",
      }),
    ];
    const { judged } = softwareOfPackages(alma9, packages);
    assert.equal(judged.length, 1);
    assert.equal(judged[0]?.software.package?.version, "4:5.32.1-481.el9");
    assert.deepEqual(judged[0]?.software.package?.binaries, [
      { name: "perl-Errno", version: "1.30-481.el9" },
      { name: "perl-libs", version: "4:5.32.1-481.el9" },
    ]);
  });

  test("the order of the list does not matter, nor does anything get lost", () => {
    const some = ["openssl", "bash", "linux", "linux-signed-amd64", "nginx"].flatMap((source) =>
      ["1.0-1", "1:2.0-1+deb12u1", "1.27.1-1~bookworm"].map((sourceVersion) => ({
        source,
        sourceVersion,
      })),
    );
    const anyPackages = fc.uniqueArray(
      fc.record({
        name: fc.constantFrom("a", "b", "linux-image-6.1.0-28-amd64", "linux-headers"),
        arch: fc.constantFrom("amd64", "i386"),
        version: fc.constantFrom("1", "2"),
        of: fc.constantFrom(...some),
      }),
      { selector: ({ name, arch, version }) => `${name} ${arch} ${version}` },
    );
    const host = { ...bookworm, kernel: "6.1.0-28-amd64" };
    fc.assert(
      fc.property(anyPackages, fc.infiniteStream(fc.nat()), (drawn, numbers) => {
        const packages = drawn.map(({ of, ...facts }) => ({ ...facts, ...of }));
        const shuffled = packages
          .map((one) => ({ one, at: numbers.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ one }) => one);
        const result = softwareOfPackages(host, packages);
        assert.deepEqual(softwareOfPackages(host, shuffled), result);
        const { judged, notJudged } = result.coverage;
        const left = notJudged.reduce((sum, one) => sum + one.packages, 0);
        assert.equal(judged + left, packages.length);
        assert.equal(judged, result.judged.flatMap(({ binaries }) => binaries).length);
      }),
    );
  });

  test("equal software has equal keys, whatever host it is on; another binary version has another", () => {
    const keyOf = (version: string): string => {
      const [one] = softwareOfPackages(alma9, [
        installed("perl-Errno", version, { source: "perl", sourceVersion: "5.32.1-481.el9" }),
      ]).judged;
      assert.ok(one !== undefined);
      return softwareKey(one.software);
    };
    assert.equal(keyOf("1.30-481.el9"), keyOf("1.30-481.el9"));
    assert.notEqual(keyOf("1.30-481.el9"), keyOf("1.30-480.el9"));
  });
});

describe("what cannot be judged is said, with the number of packages", () => {
  test("packages of other builders under a distribution's names", () => {
    for (const version of [
      "1.27.1-1~bookworm",
      "5:26.1.4-1~debian.12~bookworm",
      "16.4-1.pgdg120+1",
      "20.16.0-1nodesource1",
      "8.2.20-1+0~20240606.54+debian12~1.gbp7bcd1f",
      "1:11.4.3+maria~deb12",
      "6:7.4.0-1rl1~bookworm1",
      "8.0.39-1debian12",
      "2.2.4-pve1",
    ]) {
      assert.deepEqual(
        reasons(bookworm, [installed("x", version)]),
        [
          [
            "Not built by Debian 12 (bookworm): its advisories say nothing of other builders' packages.",
            1,
          ],
        ],
        version,
      );
    }
    for (const version of ["1:1.26.1-2.el9.ngx", "8.2.20-1.el9.remi", "1.0-1.fc40", "1.0-1"]) {
      assert.equal(reasons(alma9, [installed("x", version)])[0]?.[1], 1, version);
    }
  });

  test("but whatever Debian's and Red Hat's own revisions look like is judged", () => {
    for (const version of [
      "1:9.2p1-2+deb12u3",
      "252.38-1~deb12u1",
      "9.9p2-1~bpo12+1",
      "5.2.15-2",
      "0.0.17+nmu1",
      "3.0043+nmu1+deb12u1",
      "1:2.3.7-5.1",
      "7.7+23",
      "1:1.2.13.dfsg-1",
      "2.4.0-f2",
      "1.0-1+really0.9",
      "2.36-9+deb12u8",
    ]) {
      assert.equal(
        softwareOfPackages(bookworm, [installed("x", version)]).coverage.judged,
        1,
        version,
      );
    }
    for (const version of [
      "8.7p1-38.el9_4.4",
      "5.1.8-9.el9",
      "2.4.57-11.el9_4.1.alma.1",
      "1:18.20.4-1.module_el8.10.0+3886+1d2c5a24",
      "1:20.16.0-1.module+el8.10.0+1862+a1b2c3d4",
    ]) {
      assert.equal(
        softwareOfPackages(alma9, [installed("x", version)]).coverage.judged,
        1,
        version,
      );
    }
  });

  test("what a derivative may have built itself: only a release's own mark proves that it did not", () => {
    const raspbian = hostOf({
      id: "raspbian",
      like: ["debian"],
      name: "Raspbian GNU/Linux 12 (bookworm)",
      version: "12",
      codename: "bookworm",
    });
    const packages = [
      server,
      installed("bash", "5.2.15-2"),
      installed("raspi-config", "20240708"),
      installed("ffmpeg", "8:5.1.6-0+rpt1+deb12u1"),
    ];
    const { judged } = softwareOfPackages(raspbian, packages);
    assert.deepEqual(
      judged.map(({ source, software }) => [source, software.package?.release]),
      [["openssh", "bookworm"]],
    );
    assert.deepEqual(reasons(raspbian, packages), [
      [
        "Built by Raspbian GNU/Linux 12 (bookworm) or somebody else: only what bears the mark of a release of Debian is judged.",
        3,
      ],
    ]);
    const mint = hostOf({ id: "linuxmint", like: ["ubuntu", "debian"], name: "Linux Mint 21.3" });
    const [one] = softwareOfPackages(mint, [
      installed("sudo", "1.9.9-1ubuntu2.4"),
      installed("curl", "7.81.0-1ubuntu1.16"),
      installed("tzdata", "2024a-0ubuntu0.22.04.1"),
    ]).judged;
    assert.deepEqual([one?.source, one?.software.package?.release], ["tzdata", "22.04"]);
  });

  test("distributions of which nobody says in which packages they fix what", () => {
    for (const [os, expected] of [
      [{ id: "arch", name: "Arch Linux" }, /^Packages of Arch Linux are not judged/],
      [{ id: "fedora", name: "Fedora Linux 42", version: "42" }, /Fedora Linux 42 are not judged/],
      [
        { id: "sles", like: ["suse"], name: "SLES 15-SP6", version: "15.6" },
        /SLES 15-SP6 are not judged/,
      ],
      [
        { id: "centos", like: ["rhel", "fedora"], name: "CentOS Stream 9", version: "9" },
        /ahead of Red Hat's/,
      ],
      [{ id: "alpine", name: "Alpine Linux edge", version: "3.22_alpha20250108" }, /moving branch/],
      [{ id: "windows", family: "windows", name: "Windows 11" }, /Windows 11 are not judged/],
    ] satisfies [Parameters<typeof hostOf>[0], RegExp][]) {
      const [[reason, count] = []] = reasons(hostOf(os), [server, client]);
      assert.match(reason ?? "", expected);
      assert.equal(count, 2);
    }
  });
});

describe("the command that brings a fix", () => {
  test("updates the installed packages of the source and nothing else", () => {
    assert.equal(
      fixCommand(bookworm, [server, client, { ...client, arch: "i386" }], "1:9.2p1-2+deb12u4"),
      "apt-get install --only-upgrade openssh-client openssh-server",
    );
    assert.equal(fixCommand(alma9, [installed("openssh", "1")], "2"), "dnf upgrade openssh");
    assert.equal(fixCommand(alpine, [installed("openssl", "1")], "2"), "apk upgrade openssl");
    const rhel7 = hostOf({ id: "rhel", version: "7.9" }, { packageManager: "rpm" });
    assert.equal(fixCommand(rhel7, [installed("openssl", "1")], "2"), "yum update openssl");
    const suse = hostOf({ id: "sles", like: ["suse"] }, { packageManager: "rpm" });
    assert.equal(fixCommand(suse, [installed("openssl-3", "1")], "2"), "zypper update openssl-3");
  });

  test("is none without a fix, and never holds what a shell would run", () => {
    assert.equal(fixCommand(bookworm, [server], null), null);
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 20 }), (name) => {
        const command = fixCommand(bookworm, [installed(name, "1")], "2");
        assert.match(command ?? "apt-get x", /^[a-zA-Z0-9 ._+-]+$/);
      }),
    );
    for (const name of ["a;reboot", "$(reboot)", "-o=x", "a b", "a\nb", ""]) {
      assert.equal(fixCommand(bookworm, [installed(name, "1")], "2"), null, name);
    }
  });
});
