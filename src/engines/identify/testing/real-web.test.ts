import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { identifyPort } from "#test/identify";
import { freePort } from "#test/processes";
import { debianVersion, startService, workDirectory } from "#test/real-service";
import { selfSigned } from "#test/tls-fixtures";

test("nginx is named with its version, title and headers, in clear and within TLS", async (t) => {
  const dir = workDirectory(t, "nginx");
  const [plain, secure] = [await freePort(), await freePort()];
  const { key, cert } = selfSigned({ names: ["web.test"] });
  writeFileSync(join(dir, "key.pem"), key);
  writeFileSync(join(dir, "cert.pem"), cert);
  const page = '"<html><title>Accounts &amp; more</title></html>"';
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${dir}/${name};`)
    .join(" ");
  writeFileSync(
    join(dir, "nginx.conf"),
    `daemon off; user root; worker_processes 1; pid ${dir}/pid; error_log ${dir}/error.log; events {}
http { access_log off; ${paths}
  server { listen 127.0.0.1:${plain}; add_header X-Frame-Options DENY;
    location / { default_type text/html; return 200 ${page}; } }
  server { listen 127.0.0.1:${secure} ssl; ssl_certificate ${dir}/cert.pem; ssl_certificate_key ${dir}/key.pem;
    location / { return 301 /login; } } }`,
  );
  const args = ["-p", dir, "-c", join(dir, "nginx.conf")];
  await startService(t, { command: "nginx", args, ports: [plain] });
  const { upstream } = debianVersion("nginx-light");
  const cpes = [`cpe:2.3:a:f5:nginx:${upstream}:*:*:*:*:*:*:*`];

  const [http, https] = await Promise.all([identifyPort(plain), identifyPort(secure)]);
  assert.partialDeepStrictEqual(http, {
    name: "http",
    product: "nginx",
    version: upstream,
    cpes,
    method: "probed",
    unsettled: false,
    observations: [],
  });
  assert.equal(http.tls, undefined);
  assert.partialDeepStrictEqual(http.http, {
    status: 200,
    title: "Accounts & more",
    server: `nginx/${upstream}`,
    headers: { "x-frame-options": "DENY" },
  });
  assert.partialDeepStrictEqual(https, { name: "https", product: "nginx", cpes, unsettled: false });
  assert.partialDeepStrictEqual(https.http, {
    status: 301,
    location: `https://127.0.0.1:${secure}/login`,
  });
  assert.deepEqual(https.tls?.certificate?.names, ["web.test"]);
  assert.equal(https.tls?.certificate?.selfSigned, true);
});

test("Apache httpd is named with the distribution in its banner, and a login by HTTP is seen", async (t) => {
  const dir = workDirectory(t, "apache");
  const port = await freePort();
  const modules = [
    "mpm_event",
    "authz_core",
    "authn_core",
    "auth_basic",
    "authn_file",
    "authz_user",
  ];
  writeFileSync(join(dir, "users"), "");
  writeFileSync(
    join(dir, "apache.conf"),
    `${modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
ServerRoot ${dir}
ServerName web.test
DefaultRuntimeDir ${dir}
PidFile ${dir}/pid
ErrorLog ${dir}/error.log
Listen 127.0.0.1:${port}
User www-data
ServerTokens OS
DocumentRoot ${dir}
<Location />
  AuthType Basic
  AuthName "Private area"
  AuthUserFile ${dir}/users
  Require valid-user
</Location>`,
  );
  const args = ["-f", join(dir, "apache.conf"), "-DFOREGROUND"];
  await startService(t, { command: "apache2", args, ports: [port] });
  const { upstream } = debianVersion("apache2-bin");
  assert.partialDeepStrictEqual(await identifyPort(port), {
    name: "http",
    product: "Apache httpd",
    version: upstream,
    cpes: [`cpe:2.3:a:apache:http_server:${upstream}:*:*:*:*:*:*:*`],
    package: { distribution: "debian" },
    http: { status: 401, authSchemes: ["basic"] },
    unsettled: false,
  });
});

test("lighttpd is named with its version", async (t) => {
  const dir = workDirectory(t, "lighttpd");
  const port = await freePort();
  mkdirSync(join(dir, "web"));
  writeFileSync(
    join(dir, "lighttpd.conf"),
    `server.document-root = "${dir}/web"\nserver.bind = "127.0.0.1"\nserver.port = ${port}\n`,
  );
  const args = ["-D", "-f", join(dir, "lighttpd.conf")];
  await startService(t, { command: "lighttpd", args, ports: [port] });
  const { upstream } = debianVersion("lighttpd");
  assert.partialDeepStrictEqual(await identifyPort(port), {
    name: "http",
    product: "lighttpd",
    version: upstream,
    cpes: [`cpe:2.3:a:lighttpd:lighttpd:${upstream}:*:*:*:*:*:*:*`],
    http: { status: 403 },
  });
});
