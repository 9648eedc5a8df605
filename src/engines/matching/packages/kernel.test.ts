import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { HostFacts, PackageFacts } from "#engines/inventory-types";
import { alma9, alpine, bookworm, installed, jammy } from "./hosts.fixture.ts";
import { softwareOfPackages } from "./software-of-packages.ts";

/** What is judged of a host's kernels: source, version, binary packages, note. */
function kernels(host: HostFacts, packages: readonly PackageFacts[]): unknown[] {
  return softwareOfPackages(host, packages).judged.map(({ source, software, binaries, note }) => [
    source,
    software.package?.version,
    binaries.map(({ name }) => name),
    note,
  ]);
}

const debianImage = (abi: string, version: string): PackageFacts =>
  installed(`linux-image-${abi}-amd64`, version, {
    source: "linux-signed-amd64",
    sourceVersion: version.replace(/-\d+$/, "+1"),
  });
const ofLinux = (name: string, version: string): PackageFacts =>
  installed(name, version, { source: "linux" });

describe("of kernels only the one that runs is judged", () => {
  const packages = [
    debianImage("6.1.0-26", "6.1.112-1"),
    debianImage("6.1.0-28", "6.1.119-1"),
    ofLinux("linux-headers-6.1.0-28-amd64", "6.1.119-1"),
    ofLinux("linux-libc-dev", "6.1.119-1"),
    ofLinux("linux-perf", "6.1.119-1"),
    installed("linux-image-amd64", "6.1.119-1", {
      source: "linux-signed-amd64",
      sourceVersion: "6.1.119+1",
    }),
  ];

  test("Debian's signed image is judged as its unsigned source, and a newer one asks for a restart", () => {
    assert.deepEqual(kernels({ ...bookworm, kernel: "6.1.0-26-amd64" }, packages), [
      [
        "linux",
        "6.1.112-1",
        ["linux-image-6.1.0-26-amd64"],
        "This is the running kernel; 6.1.119-1 is installed: restart the host.",
      ],
    ]);
    assert.deepEqual(kernels({ ...bookworm, kernel: "6.1.0-28-amd64" }, packages), [
      ["linux", "6.1.119-1", ["linux-image-6.1.0-28-amd64"], null],
    ]);
  });

  test("headers, tools and kernels that do not run are counted as not judged", () => {
    const { coverage } = softwareOfPackages({ ...bookworm, kernel: "6.1.0-26-amd64" }, packages);
    assert.deepEqual([coverage.judged, coverage.notJudged.map((one) => one.packages)], [1, [5]]);
  });

  test("a container has none: it runs its host's", () => {
    const hardware = { ...bookworm.hardware, kind: "container" } as const;
    const host = { ...bookworm, kernel: "6.1.0-28-amd64", hardware };
    const { judged, coverage } = softwareOfPackages(host, packages);
    assert.deepEqual([judged, coverage.notJudged.length], [[], 1]);
  });

  test("one that came in no package is said, and takes nobody else's vulnerabilities", () => {
    const { judged, coverage } = softwareOfPackages(
      { ...bookworm, kernel: "6.18.44-own" },
      packages,
    );
    assert.deepEqual(judged, []);
    assert.ok(
      coverage.notJudged.some(({ reason }) =>
        reason.startsWith("The running kernel (6.18.44-own) came in no package"),
      ),
    );
  });

  test("of the ways in which Debian numbers kernels each is told from its flavour", () => {
    for (const [runs, waits] of [
      ["6.12.43+deb13", "6.12.48+deb13"],
      ["6.1.0-0.deb11.21", "6.1.0-0.deb11.26"],
      ["6.12.9+bpo", "6.12.12+bpo"],
    ] as const) {
      const both = [debianImage(runs, "6.1-1"), debianImage(waits, "6.2-1")];
      const [[, , , note] = []] = kernels(
        { ...bookworm, kernel: `${runs}-amd64` },
        both,
      ) as unknown[][];
      assert.equal(note, "This is the running kernel; 6.2-1 is installed: restart the host.", runs);
    }
  });

  test("another flavour that is newer asks for no restart", () => {
    const cloud = debianImage("6.1.0-29-cloud", "6.1.123-1");
    const [[, , , note] = []] = kernels({ ...bookworm, kernel: "6.1.0-28-amd64" }, [
      ...packages,
      cloud,
    ]) as unknown[][];
    assert.equal(note, null);
  });

  test("firmware, tools with their own source and the like are packages as any other", () => {
    for (const source of ["linux-base", "firmware-nonfree", "linuxptp", "linux-atm"]) {
      assert.deepEqual(kernels(bookworm, [installed("x", "1-1", { source })]), [
        [source, "1-1", ["x"], null],
      ]);
    }
  });
});

test("Ubuntu's kernel is judged by the source of its modules, each flavour by its own", () => {
  const host = { ...jammy, kernel: "6.5.0-45-generic" };
  const packages = [
    installed("linux-image-6.5.0-45-generic", "6.5.0-45.45~22.04.1", {
      source: "linux-signed-hwe-6.5",
    }),
    installed("linux-modules-6.5.0-45-generic", "6.5.0-45.45~22.04.1", { source: "linux-hwe-6.5" }),
    installed("linux-image-generic-hwe-22.04", "6.5.0.45.45~22.04.1", {
      source: "linux-meta-hwe-6.5",
    }),
  ];
  assert.deepEqual(kernels(host, packages), [
    ["linux-hwe-6.5", "6.5.0-45.45~22.04.1", ["linux-modules-6.5.0-45-generic"], null],
  ]);
  const signed = installed("linux-image-5.15.0-118-generic", "5.15.0-118.128", {
    source: "linux-signed",
  });
  assert.deepEqual(kernels({ ...jammy, kernel: "5.15.0-118-generic" }, [signed]), [
    ["linux", "5.15.0-118.128", ["linux-image-5.15.0-118-generic"], null],
  ]);
});

test("Red Hat's kernel is the one whose version, release and architecture run", () => {
  const core = (version: string): PackageFacts[] =>
    ["kernel-core", "kernel-modules"].map((name) =>
      installed(name, version, { source: "kernel", arch: "x86_64" }),
    );
  const packages = [
    ...core("5.14.0-427.13.1.el9_4"),
    ...core("5.14.0-427.40.1.el9_4"),
    installed("bpftool", "7.3.0-427.40.1.el9_4", {
      source: "kernel",
      sourceVersion: "5.14.0-427.40.1.el9_4",
    }),
  ];
  const host = { ...alma9, kernel: "5.14.0-427.13.1.el9_4.x86_64" };
  assert.deepEqual(kernels(host, packages), [
    [
      "kernel",
      "5.14.0-427.13.1.el9_4",
      ["kernel-core"],
      "This is the running kernel; 5.14.0-427.40.1.el9_4 is installed: restart the host.",
    ],
  ]);
});

test("Alpine replaces the package: what runs until the restart is judged in its own version", () => {
  const lts = installed("linux-lts", "6.6.45-r0");
  assert.deepEqual(kernels({ ...alpine, kernel: "6.6.41-0-lts" }, [lts]), [
    [
      "linux-lts",
      "6.6.41-r0",
      ["linux-lts"],
      "This is the running kernel; 6.6.45-r0 is installed: restart the host.",
    ],
  ]);
  const virt = installed("linux-virt", "6.6.45-r0", { source: "linux-lts" });
  assert.deepEqual(kernels({ ...alpine, kernel: "6.6.45-0-virt" }, [virt]), [
    ["linux-lts", "6.6.45-r0", ["linux-virt"], null],
  ]);
});
