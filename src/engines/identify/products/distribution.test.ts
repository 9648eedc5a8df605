import assert from "node:assert/strict";
import { test } from "node:test";
import { namedDistribution, packageByRevision, packageOf } from "./distribution.ts";

test("a revision names its release where it can", () => {
  const release = (revision: string, distribution: "debian" | "ubuntu" = "debian") =>
    packageOf(distribution, "1.0", revision).release;
  assert.equal(release("2+deb12u3"), "bookworm");
  assert.equal(release("1~deb11u2"), "bullseye");
  assert.equal(release("0+deb13u1"), "trixie");
  assert.equal(release("5~bpo12+1"), "bookworm");
  assert.equal(release("7"), undefined);
  assert.equal(release("2+deb99u3"), undefined);
  assert.equal(release("0ubuntu0.22.04.1", "ubuntu"), "22.04");
  assert.equal(release("3ubuntu0.10", "ubuntu"), undefined);
});

test("the package's version is what the distribution writes, and absent where the banner does not tell it", () => {
  assert.equal(packageOf("debian", "9.2p1", "2+deb12u3").version, "9.2p1-2+deb12u3");
  assert.equal(packageOf("debian", null, "2+deb12u3").version, undefined);
  assert.deepEqual(namedDistribution("Apache/2.4.62 (Debian)"), { distribution: "debian" });
  assert.deepEqual(namedDistribution("220 mx ESMTP Postfix (Debian/GNU)"), {
    distribution: "debian",
  });
  assert.deepEqual(namedDistribution("Apache/2.4.37 (Red Hat Enterprise Linux)"), {
    distribution: "rhel",
  });
  assert.deepEqual(namedDistribution("nginx/1.18.0 (Ubuntu)"), { distribution: "ubuntu" });
  assert.equal(namedDistribution("Apache/2.4.62 (Unix)"), null);
});

test("a revision of nobody's is no package", () => {
  assert.equal(packageByRevision("10.5.8", "1:10.5.8+maria~focal"), null);
  assert.equal(packageByRevision("8.0.36", "log"), null);
  assert.equal(packageByRevision("15.18", "0+deb12u1")?.distribution, "debian");
  assert.equal(packageByRevision("8.0.36", "0ubuntu0.22.04.1")?.distribution, "ubuntu");
});
