import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { HostReport, ServiceFacts } from "#engines/scan-types";
import type { Software } from "#engines/vulnerability-types";
import { bannerOf, debianBanner } from "./corpus/corpus.fixture.ts";
import { lookupKeys } from "./lookup-keys.ts";
import { softwareKey } from "./software-key.ts";
import { softwareOf } from "./software.ts";

function service(more: Partial<ServiceFacts>): ServiceFacts {
  return {
    protocol: "tcp",
    port: 22,
    cpes: ["cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*"],
    method: "probed",
    confidence: 80,
    observations: [],
    engine: "own",
    unsettled: false,
    ...more,
  };
}

const debianHost: HostReport["os"] = {
  name: "Debian GNU/Linux 12",
  family: "linux",
  cpe: "cpe:2.3:o:debian:debian_linux:12:*:*:*:*:*:*:*",
  confidence: 80,
};

describe("a service in the terms of the feeds", () => {
  test("has the package that its banner names, with the source package of its product", () => {
    const software = softwareOf(
      service({ package: { distribution: "debian", release: "12", version: "9.2p1-2+deb12u3" } }),
      {},
    );
    assert.deepEqual(software, {
      cpes: ["cpe:2.3:a:openbsd:openssh:9.2:p1:*:*:*:*:*:*"],
      platform: "linux",
      package: {
        distribution: "debian",
        release: "bookworm",
        source: "openssh",
        version: "9.2p1-2+deb12u3",
        hasEpoch: false,
      },
      ecosystem: null,
      confidence: 80,
    });
  });

  test("has the upstream version when the banner names the distribution and no revision", () => {
    const cpes = [
      "cpe:2.3:a:nextcloud:nextcloud_server:27.0:*:*:*:*:*:*:*",
      "cpe:2.3:a:apache:http_server:2.4.62:*:*:*:*:*:*:*",
    ];
    const software = softwareOf(service({ cpes, package: { distribution: "debian" } }), {});
    assert.deepEqual(software?.package, {
      distribution: "debian",
      release: null,
      source: "apache2",
      version: "2.4.62",
      hasEpoch: false,
    });
  });

  test("on a Debian host has a package without a version: whether it is Debian's is not known", () => {
    const software = softwareOf(service({ cpes: ["cpe:2.3:a:f5:nginx:1.22.1:*:*:*:*:*:*:*"] }), {
      os: debianHost,
    });
    assert.deepEqual(software?.package, {
      distribution: "debian",
      release: "bookworm",
      source: "nginx",
      version: null,
      hasEpoch: false,
    });
    const doubtful = softwareOf(service({}), { os: { ...debianHost, confidence: 20 } });
    assert.deepEqual([doubtful?.package, doubtful?.platform], [null, null]);
  });

  test("has the platform of its host when no package tells it", () => {
    const os = (family: "windows" | "network"): HostReport["os"] => ({
      name: "x",
      family,
      confidence: 90,
    });
    assert.equal(softwareOf(service({}), { os: os("windows") })?.platform, "windows");
    assert.equal(softwareOf(service({}), { os: os("network") })?.platform, null);
  });

  test("is nothing to match on without a product", () => {
    assert.equal(softwareOf(service({ cpes: [] }), { os: debianHost }), null);
    assert.equal(softwareOf(service({ cpes: ["openssh 9.2"] }), {}), null);
  });
});

describe("what is looked up", () => {
  test("are all names of the product, and the source package by its version where that is part of the name", () => {
    assert.deepEqual(lookupKeys(bannerOf("f5:nginx", "1.22.1")).products.slice(0, 2), [
      "f5:nginx",
      "f5:nginx_open_source",
    ]);
    assert.ok(lookupKeys(bannerOf("nginx:nginx", "1.22.1")).products.includes("f5:nginx"));
    for (const [key, version, source] of [
      ["postgresql:postgresql", "15.18", "postgresql-15"],
      ["postgresql:postgresql", "9.6.24", "postgresql-9.6"],
      ["mariadb:mariadb", "10.5.8", "mariadb-10.5"],
      ["mariadb:mariadb", "10.11.6", "mariadb"],
      ["php:php", "8.2.7", "php8.2"],
      ["apache:tomcat", "10.1.6", "tomcat10"],
      ["proftpd:proftpd", "1.3.8", "proftpd-dfsg"],
    ] as const) {
      const found = softwareOf(
        service({ cpes: bannerOf(key, version).cpes.slice(), package: { distribution: "debian" } }),
        {},
      );
      assert.deepEqual(found && lookupKeys(found).debianPackages, [source]);
    }
  });

  test("are the advisories of the release, or of all releases when the banner does not name it", () => {
    const of = (distribution: "ubuntu" | "rhel" | "alpine", release: string | null): string[] =>
      lookupKeys(
        bannerOf("apache:http_server", "2.4.57", {
          package: { distribution, release, source: "httpd", version: "2.4.57-5", hasEpoch: false },
        }),
      ).osv.map(({ ecosystem, package: name }) => `${ecosystem} ${name}`);
    assert.deepEqual(of("rhel", "9"), ["AlmaLinux:9 httpd", "Rocky Linux:9 httpd"]);
    assert.deepEqual(of("ubuntu", "jammy"), [
      "Ubuntu:22.04:LTS httpd",
      "Ubuntu:Pro:22.04:LTS httpd",
    ]);
    assert.deepEqual(of("ubuntu", "questing"), ["Ubuntu:25.10 httpd"]);
    assert.deepEqual(of("alpine", "3.19.1"), ["Alpine:v3.19 httpd"]);
    assert.ok(of("ubuntu", null).length > 5);
    assert.deepEqual(of("rhel", null), []);
  });

  test("is a language package by its own name", () => {
    const software: Software = {
      cpes: [],
      platform: null,
      package: {
        distribution: "other",
        release: null,
        source: "django",
        version: "4.2",
        hasEpoch: false,
      },
      ecosystem: "PyPI",
      confidence: 97,
    };
    assert.deepEqual(lookupKeys(software), {
      products: [],
      debianPackages: [],
      osv: [{ ecosystem: "PyPI", package: "django" }],
    });
  });
});

test("the key of software differs exactly when something that matching reads differs", () => {
  const release = fc.constantFrom("bookworm", "trixie", null);
  const software = fc
    .record({
      version: fc.constantFrom("9.2p1-2+deb12u3", "9.2p1-2", "8.4p1-5"),
      release,
      confidence: fc.constantFrom(80, 70),
      platform: fc.constantFrom("linux" as const, null),
      packaged: fc.boolean(),
    })
    .map(({ version, release, packaged, ...more }): Software => ({
      ...debianBanner("openbsd:openssh", "9.2p1", "openssh", version, release),
      ...more,
      ...(packaged ? {} : { package: null }),
    }));
  fc.assert(
    fc.property(software, software, (a, b) => {
      assert.equal(softwareKey(a) === softwareKey(b), JSON.stringify(a) === JSON.stringify(b));
      assert.equal(softwareKey(a), softwareKey(structuredClone(a)));
    }),
  );
});
