import assert from "node:assert/strict";
import { chmodSync, chownSync, globSync, mkdirSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import type { ServiceFacts } from "#engines/scan-types";
import { identifyPort } from "#test/identify";
import { freePort } from "#test/processes";
import { run, startService, workDirectory } from "#test/real-service";
import { dayMs, selfSigned } from "#test/tls-fixtures";

const yesterday = Math.floor(Date.now() / 1000) * 1000 - dayMs / 2;

/** A directory with a certificate of its own making that has expired. */
function workPlace(t: TestContext, name: string): string {
  const dir = workDirectory(t, name);
  chmodSync(dir, 0o755); // servers run as users of their own
  const { key, cert } = selfSigned({ names: ["mail.test"], validToAt: yesterday });
  writeFileSync(join(dir, "key.pem"), key);
  writeFileSync(join(dir, "cert.pem"), cert);
  return dir;
}

/** TLS is found behind the talk, not before it, and its certificate is read. */
function assertExpired(facts: ServiceFacts, name: string): NonNullable<ServiceFacts["startTls"]> {
  assert.partialDeepStrictEqual(facts, { name, unsettled: false });
  assert.equal(facts.tls, undefined);
  const { startTls } = facts;
  assert.ok(startTls !== undefined, `${name} is led to TLS`);
  assert.partialDeepStrictEqual(startTls.certificate, {
    names: ["mail.test"],
    selfSigned: true,
    notAfter: yesterday,
  });
  return startTls;
}

test("Dovecot's old protocols and expired certificate are found behind STARTTLS and STLS", async (t) => {
  const dir = workPlace(t, "dovecot");
  const [imap, pop3] = [await freePort(), await freePort()];
  writeFileSync(join(dir, "users"), "");
  const listener = (name: string, port: number) =>
    `inet_listener ${name} {\n port = ${port}\n}\ninet_listener ${name}s {\n port = 0\n}`;
  writeFileSync(
    join(dir, "dovecot.conf"),
    `protocols = imap pop3
listen = 127.0.0.1
base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/log
ssl = required
ssl_min_protocol = TLSv1
ssl_cipher_list = ALL:eNULL:@SECLEVEL=0
ssl_cert = <${dir}/cert.pem
ssl_key = <${dir}/key.pem
passdb {
  driver = passwd-file
  args = ${dir}/users
}
userdb {
  driver = passwd
}
service imap-login {
  ${listener("imap", imap)}
}
service pop3-login {
  ${listener("pop3", pop3)}
}
`,
  );
  const args = ["-F", "-c", join(dir, "dovecot.conf")];
  await startService(t, { command: "dovecot", args, ports: [imap, pop3] });
  const [imapFacts, pop3Facts] = await Promise.all([identifyPort(imap), identifyPort(pop3)]);
  for (const tls of [assertExpired(imapFacts, "imap"), assertExpired(pop3Facts, "pop3")]) {
    assert.deepEqual(tls.protocols, ["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"]);
    assert.deepEqual(tls.weakCiphers, ["ECDHE-ECDSA-NULL-SHA"]);
    assert.deepEqual(tls.untested, []);
  }
});

test("Exim's certificate is found behind STARTTLS, with no more connections than are allowed", async (t) => {
  const dir = workPlace(t, "exim");
  chmodSync(dir, 0o777); // it gives up its rights before it writes its log
  const port = await freePort();
  writeFileSync(
    join(dir, "exim.conf"),
    `primary_hostname = mx.example.test
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
tls_advertise_hosts = *
tls_certificate = ${dir}/cert.pem
tls_privatekey = ${dir}/key.pem
spool_directory = ${dir}
keep_environment =
log_file_path = ${dir}/%slog
pid_file_path = ${dir}/pid
begin acl
begin routers
begin transports
begin retry
`,
  );
  const args = ["-C", join(dir, "exim.conf"), "-bdf", "-q1h"];
  await startService(t, { command: "exim4", args, ports: [port] });
  let taken = 0;
  const facts = await identifyPort(port, {
    budget: {
      take: async (_address, probes = 1) => {
        taken += probes;
      },
    },
  });
  const tls = assertExpired(facts, "smtp");
  assert.ok(tls.protocols.includes("TLSv1.3"));
  assert.deepEqual([tls.weakCiphers, tls.untested], [[], []]);
  assert.ok(taken <= 1 + 8, `${taken} connections`);
});

test("vsftpd's certificate is found behind AUTH TLS", async (t) => {
  const dir = workPlace(t, "vsftpd");
  mkdirSync(join(dir, "empty"));
  const port = await freePort();
  writeFileSync(
    join(dir, "vsftpd.conf"),
    `listen=YES
background=NO
listen_address=127.0.0.1
listen_port=${port}
anonymous_enable=NO
local_enable=YES
secure_chroot_dir=${dir}/empty
seccomp_sandbox=NO
xferlog_enable=NO
ssl_enable=YES
rsa_cert_file=${dir}/cert.pem
rsa_private_key_file=${dir}/key.pem
`,
  );
  await startService(t, { command: "vsftpd", args: [join(dir, "vsftpd.conf")], ports: [port] });
  const facts = await identifyPort(port);
  assertExpired(facts, "ftp");
  assert.deepEqual(facts.observations, []);
});

test("OpenLDAP's certificate is found behind StartTLS; without one there is nothing to find", async (t) => {
  const start = async (settings: (dir: string) => string): Promise<number> => {
    const dir = workPlace(t, "slapd");
    const port = await freePort();
    mkdirSync(join(dir, "db"));
    writeFileSync(
      join(dir, "slapd.conf"),
      `include /etc/ldap/schema/core.schema
modulepath /usr/lib/ldap
moduleload back_mdb
${settings(dir)}
database mdb
suffix "dc=example,dc=test"
directory ${dir}/db
`,
    );
    const args = ["-d", "0", "-h", `ldap://127.0.0.1:${port}`, "-f", join(dir, "slapd.conf")];
    await startService(t, { command: "slapd", args, ports: [port] });
    return port;
  };
  const secured = await start(
    (dir) => `TLSCertificateFile ${dir}/cert.pem\nTLSCertificateKeyFile ${dir}/key.pem`,
  );
  const bare = await start(() => "");
  assertExpired(await identifyPort(secured), "ldap");
  const facts = await identifyPort(bare);
  assert.partialDeepStrictEqual(facts, { name: "ldap", unsettled: false });
  assert.equal(facts.startTls, undefined);
});

test("PostgreSQL that speaks TLS 1.3 alone shows its certificate after SSLRequest", async (t) => {
  const dir = workPlace(t, "postgres");
  const bin = dirname(globSync("/usr/lib/postgresql/*/bin/postgres").at(-1) ?? "");
  const id = (option: string): number =>
    Number(spawnSync("id", [option, "postgres"], { encoding: "utf8" }).stdout);
  for (const path of [dir, join(dir, "key.pem")]) chownSync(path, id("-u"), id("-g"));
  chmodSync(join(dir, "key.pem"), 0o600);
  const data = join(dir, "data");
  run(
    join(bin, "initdb"),
    ["-D", data, "-A", "scram-sha-256", "--auth-local=trust", "-N"],
    "postgres",
  );
  const port = await freePort();
  const settings = {
    fsync: "off",
    listen_addresses: "127.0.0.1",
    unix_socket_directories: dir,
    ssl: "on",
    ssl_cert_file: `${dir}/cert.pem`,
    ssl_key_file: `${dir}/key.pem`,
    ssl_min_protocol_version: "TLSv1.3",
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  await startService(t, {
    command: join(bin, "postgres"),
    args: ["-D", data, "-p", String(port), ...options],
    ports: [port],
    user: "postgres",
  });
  const facts = await identifyPort(port);
  assert.deepEqual(assertExpired(facts, "postgresql").protocols, ["TLSv1.3"]);
});
