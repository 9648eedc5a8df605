import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { findWeaknesses } from "#exposure/weaknesses";
import { identifyPort } from "#test/identify";
import { freePort } from "#test/processes";
import { startService, workDirectory } from "#test/real-service";
import { selfSigned } from "#test/tls-fixtures";

const pageHeaders = [
  "http.missing_csp",
  "http.missing_content_type_options",
  "http.missing_frame_protection",
];

/** What is wrong with the HTTP of a port, by the ids of the checks. */
async function httpWeaknesses(port: number): Promise<string[]> {
  const facts = await identifyPort(port);
  assert.ok(facts.http !== undefined && !facts.unsettled, `its HTTP was read: ${facts.banner}`);
  return findWeaknesses(facts, Date.now())
    .map(({ checkId }) => checkId)
    .filter((id) => id.startsWith("http."));
}

/** A directory with a certificate, and with a folder of files. */
function workPlace(t: TestContext, name: string): string {
  const dir = workDirectory(t, name);
  const { key, cert } = selfSigned({ names: ["web.test"] });
  writeFileSync(join(dir, "key.pem"), key);
  writeFileSync(join(dir, "cert.pem"), cert);
  mkdirSync(join(dir, "files"));
  writeFileSync(join(dir, "files", "salaries.csv"), "name,salary\n");
  return dir;
}

const safeHeaders = {
  "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
  "X-Content-Type-Options": "nosniff",
};
const hsts = { "Strict-Transport-Security": "max-age=31536000" };

test("each check of HTTP fires on nginx where it should, and nowhere else", async (t) => {
  const dir = workPlace(t, "nginx");
  const adds = (headers: Record<string, string>) =>
    Object.entries(headers)
      .map(([name, value]) => `add_header ${name} "${value}";`)
      .join(" ");
  const page = 'default_type text/html; return 200 "<title>Orders</title>";';
  const api = 'default_type application/json; return 200 "{\\"orders\\":[]}";';
  const list = `root ${dir}/files; autoindex on;`;
  const sites: readonly { tls: boolean; serves: string; ids: readonly string[] }[] = [
    { tls: false, serves: page, ids: pageHeaders },
    { tls: false, serves: `${adds(safeHeaders)} ${page}`, ids: [] },
    {
      tls: false,
      serves: `${adds({ "X-Frame-Options": "DENY" })} ${page}`,
      ids: pageHeaders.slice(0, 2),
    },
    { tls: false, serves: api, ids: [] },
    { tls: false, serves: "return 301 https://web.test/;", ids: [] },
    { tls: false, serves: "return 503;", ids: [] },
    { tls: false, serves: `${adds(safeHeaders)} ${list}`, ids: ["http.directory_listing"] },
    { tls: true, serves: `${adds(safeHeaders)} ${page}`, ids: ["http.missing_hsts"] },
    { tls: true, serves: `${adds({ ...safeHeaders, ...hsts })} ${page}`, ids: [] },
    { tls: true, serves: `${adds(hsts)} ${api}`, ids: [] },
  ];
  const placed = await Promise.all(
    sites.map(async (site) => ({ ...site, port: await freePort() })),
  );
  const servers = placed.map(
    ({ port, tls, serves }) =>
      `server { listen 127.0.0.1:${port}${tls ? " ssl" : ""}; location / { ${serves} } }`,
  );
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((name) => `${name}_temp_path ${dir}/${name};`)
    .join(" ");
  writeFileSync(
    join(dir, "nginx.conf"),
    `daemon off; user root; worker_processes 1; pid ${dir}/pid; error_log ${dir}/error.log; events {}
http { access_log off; ${paths} ssl_certificate ${dir}/cert.pem; ssl_certificate_key ${dir}/key.pem;
${servers.join("\n")} }`,
  );
  const ports = placed.map(({ port }) => port);
  const args = ["-p", dir, "-c", join(dir, "nginx.conf")];
  await startService(t, { command: "nginx", args, ports });
  const found = await Promise.all(ports.map(httpWeaknesses));
  assert.deepEqual(
    placed.map(({ tls, serves }, i) => ({ tls, serves, ids: found[i] })),
    placed.map(({ tls, serves, ids }) => ({ tls, serves, ids })),
  );
});

test("passwords asked for by Apache in clear are minded, within TLS they are not; so are its lists of files", async (t) => {
  const dir = workPlace(t, "apache");
  const [plain, secure, listing] = [await freePort(), await freePort(), await freePort()];
  writeFileSync(join(dir, "users"), "");
  const modules =
    "mpm_event authz_core authn_core auth_basic authn_file authz_user ssl socache_shmcb autoindex dir";
  const loads = modules
    .split(" ")
    .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
  const login = `AuthType Basic\nAuthName "Private"\nAuthUserFile ${dir}/users\nRequire valid-user`;
  writeFileSync(
    join(dir, "apache.conf"),
    `${loads.join("\n")}
ServerRoot ${dir}
ServerName web.test
DefaultRuntimeDir ${dir}
PidFile ${dir}/pid
ErrorLog ${dir}/error.log
User www-data
${[plain, secure, listing].map((port) => `Listen 127.0.0.1:${port}`).join("\n")}
<VirtualHost *:${plain}>
  <Location />
    ${login}
  </Location>
</VirtualHost>
<VirtualHost *:${secure}>
  SSLEngine on
  SSLCertificateFile ${dir}/cert.pem
  SSLCertificateKeyFile ${dir}/key.pem
  <Location />
    ${login}
  </Location>
</VirtualHost>
<VirtualHost *:${listing}>
  DocumentRoot ${dir}/files
  <Directory ${dir}/files>
    Options +Indexes
    Require all granted
  </Directory>
</VirtualHost>`,
  );
  chmodSync(dir, 0o755); // it gives up its rights before it reads
  const args = ["-f", join(dir, "apache.conf"), "-DFOREGROUND"];
  await startService(t, { command: "apache2", args, ports: [plain, secure, listing] });
  assert.deepEqual(await Promise.all([plain, secure, listing].map(httpWeaknesses)), [
    ["http.basic_without_tls"],
    [],
    ["http.directory_listing", ...pageHeaders],
  ]);
});
