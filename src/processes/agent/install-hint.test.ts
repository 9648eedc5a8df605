import assert from "node:assert/strict";
import { test } from "node:test";
import { type HostSystem, contentMissing, engineMissing } from "./install-hint.ts";

const system = (id: string, like: string[] = [], version: string | null = null): HostSystem => ({
  family: "linux",
  id,
  like,
  name: id,
  version,
  codename: null,
});

test("each family of distributions is told its own command", () => {
  const hosts: [HostSystem, string, string][] = [
    [system("debian"), "apt-get install openscap-scanner", "apt-get install ssg-debian"],
    [
      system("raspbian", ["debian"]),
      "apt-get install openscap-scanner",
      "apt-get install ssg-debian",
    ],
    [
      system("ubuntu", ["debian"], "24.04"),
      "apt-get install openscap-scanner",
      "apt-get install ssg-debderived",
    ],
    [
      system("ubuntu", ["debian"], "22.04"),
      "apt-get install libopenscap8",
      "apt-get install ssg-debderived",
    ],
    [system("debian", [], "10"), "apt-get install libopenscap8", "apt-get install ssg-debian"],
    [system("debian", [], "13"), "apt-get install openscap-scanner", "apt-get install ssg-debian"],
    [
      system("amzn", ["centos", "rhel", "fedora"], "2"),
      "yum install openscap-scanner",
      "yum install scap-security-guide",
    ],
    [
      system("amzn", ["fedora"], "2023"),
      "dnf install openscap-scanner",
      "dnf install scap-security-guide",
    ],
    [
      system("almalinux", ["rhel", "centos", "fedora"]),
      "dnf install openscap-scanner",
      "dnf install scap-security-guide",
    ],
    [
      system("opensuse-leap", ["suse", "opensuse"]),
      "zypper install openscap-utils",
      "zypper install scap-security-guide",
    ],
  ];
  for (const [host, engine, content] of hosts) {
    assert.ok(engineMissing(host).endsWith(engine), engineMissing(host));
    assert.ok(contentMissing("x.xml", host).endsWith(content), contentMissing("x.xml", host));
  }
});

test("where the release has no package, it says so", () => {
  assert.match(engineMissing(system("debian", [], "11")), /Debian 11 has no package of it/);
});

test("where nothing is known of packages, it says what is missing and names none", () => {
  for (const host of [null, system("plan9")]) {
    assert.match(engineMissing(host), /install OpenSCAP's command line tool/);
    assert.match(contentMissing("ssg-x-ds.xml", host), /ssg-x-ds\.xml is not on this host/);
  }
});
