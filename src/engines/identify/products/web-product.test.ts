import assert from "node:assert/strict";
import { test } from "node:test";
import { identifyWeb } from "./web-product.ts";

const byHeaders = (headers: Record<string, string>) =>
  identifyWeb({ headers: Object.entries(headers), title: "", page: "" });
const byTitle = (title: string) => identifyWeb({ headers: [], title, page: "" });

test("web servers are known by their own words, under NVD's names", () => {
  const expected: Record<string, [product: string, version: string | undefined, cpe: string]> = {
    "nginx/1.22.1": ["nginx", "1.22.1", "f5:nginx:1.22.1"],
    nginx: ["nginx", undefined, "f5:nginx:*"],
    "Apache/2.4.62 (Debian)": ["Apache httpd", "2.4.62", "apache:http_server:2.4.62"],
    Apache: ["Apache httpd", undefined, "apache:http_server:*"],
    "lighttpd/1.4.63": ["lighttpd", "1.4.63", "lighttpd:lighttpd:1.4.63"],
    "Microsoft-IIS/10.0": [
      "Microsoft IIS httpd",
      "10.0",
      "microsoft:internet_information_services:10.0",
    ],
    Caddy: ["Caddy", undefined, "caddyserver:caddy:*"],
    "Jetty(9.4.43.v20210629)": ["Jetty", "9.4.43.v20210629", "eclipse:jetty:9.4.43.v20210629"],
    "openresty/1.21.4.1": ["OpenResty", "1.21.4.1", "openresty:openresty:1.21.4.1"],
    "squid/5.7": ["Squid", "5.7", "squid-cache:squid:5.7"],
    "Boa/0.94.14rc21": ["Boa", "0.94.14rc21", "boa:boa:0.94.14:rc21"],
  };
  for (const [server, [product, version, name]] of Object.entries(expected)) {
    const found = byHeaders({ server });
    assert.equal(found?.product, product, server);
    assert.equal(found.version, version, server);
    assert.ok(found.cpes[0]?.startsWith(`cpe:2.3:a:${name}:`), `${server}: ${found.cpes[0]}`);
  }
});

test("a server's modules are named, too, each once, and after the server", () => {
  const server = "Apache/2.4.54 (Debian) OpenSSL/1.1.1n PHP/7.4.33 mod_wsgi/4.7.1";
  const found = byHeaders({ server, "x-powered-by": "PHP/7.4.33" });
  assert.deepEqual(found?.package, { distribution: "debian" });
  assert.deepEqual(
    found.cpes.map((cpe) => cpe.split(":").slice(3, 7).join(":")),
    [
      "apache:http_server:2.4.54:*",
      "openssl:openssl:1.1.1:n",
      "php:php:7.4.33:*",
      "modwsgi:mod_wsgi:4.7.1:*",
    ],
  );
});

test("applications and devices are known by their front page, before the server beneath them", () => {
  const expected: Record<string, string> = {
    "Apache Tomcat/9.0.70": "Apache Tomcat",
    "node1 - Proxmox Virtual Environment": "Proxmox Virtual Environment",
    "RouterOS router configuration page": "MikroTik RouterOS",
    "FRITZ!Box 7590": "AVM FRITZ!Box",
    "HP LaserJet 400 M401dn": "HP printer web server",
    AXIS: "Axis camera web server",
    "pfSense - Login": "pfSense",
    "Synology DiskStation - nas1": "Synology DiskStation Manager",
    "Dashboard [Jenkins]": "Jenkins",
  };
  for (const [title, product] of Object.entries(expected)) {
    assert.equal(byTitle(title)?.product, product, title);
  }
  assert.equal(byTitle("Apache Tomcat/9.0.70")?.version, "9.0.70");
  const both = identifyWeb({
    headers: [["server", "nginx/1.22.1"]],
    title: "Blog",
    page: '<meta name="generator" content="WordPress 6.4.2" />',
  });
  assert.equal(both?.product, "WordPress");
  assert.deepEqual(both.cpes, [
    "cpe:2.3:a:wordpress:wordpress:6.4.2:*:*:*:*:*:*:*",
    "cpe:2.3:a:f5:nginx:1.22.1:*:*:*:*:*:*:*",
  ]);
});

test("a page that says nothing of itself names no product", () => {
  assert.equal(identifyWeb({ headers: [["server", "x"]], title: "Welcome", page: "<p>hi" }), null);
});
