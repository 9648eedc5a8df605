import assert from "node:assert/strict";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { identifyPort } from "#test/identify";
import { freePort } from "#test/processes";
import { debianVersion, startService, workDirectory } from "#test/real-service";
import { selfSigned } from "#test/tls-fixtures";

test("Dovecot takes passwords in clear where it has no TLS, and is seen to", async (t) => {
  const [imap, pop3] = [await freePort(), await freePort()];
  await startDovecot(t, { imap, pop3, imaps: await freePort() }, false);
  const expected = { product: "Dovecot", package: { distribution: "debian" }, unsettled: false };
  const [imapFacts, pop3Facts] = await Promise.all([identifyPort(imap), identifyPort(pop3)]);
  assert.partialDeepStrictEqual(imapFacts, { name: "imap", ...expected });
  assert.partialDeepStrictEqual(pop3Facts, { name: "pop3", ...expected });
  assert.deepEqual(imapFacts.observations, ["plain_login"]);
  assert.deepEqual(pop3Facts.observations, ["plain_login"]);
  assert.deepEqual(imapFacts.cpes, ["cpe:2.3:a:dovecot:dovecot:*:*:*:*:*:*:*:*"]);
});

test("Dovecot with STARTTLS takes no password in clear, and is found within TLS, too", async (t) => {
  const [imap, pop3, imaps] = [await freePort(), await freePort(), await freePort()];
  await startDovecot(t, { imap, pop3, imaps }, true);
  const facts = await Promise.all([imap, pop3, imaps].map((port) => identifyPort(port)));
  assert.deepEqual(
    facts.map(({ name, observations }) => [name, observations]),
    [
      ["imap", []],
      ["pop3", []],
      ["imaps", []],
    ],
  );
  assert.equal(facts[2]?.product, "Dovecot");
  assert.deepEqual(facts[2].tls?.certificate?.names, ["mail.test"]);
});

test("Exim is named with its version, and with the name that it gives its host", async (t) => {
  const dir = workDirectory(t, "exim");
  chmodSync(dir, 0o777); // it gives up its rights before it writes its log
  const port = await freePort();
  const config = join(dir, "exim.conf");
  writeFileSync(
    config,
    `primary_hostname = mx.example.test
daemon_smtp_ports = ${port}
local_interfaces = 127.0.0.1
tls_advertise_hosts =
spool_directory = ${dir}
keep_environment =
log_file_path = ${dir}/%slog
pid_file_path = ${dir}/pid
begin acl
begin routers
begin transports
begin retry
begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = false
`,
  );
  // Exim gives up its rights with a configuration other than its own, so it is root that asks for it, and stays it.
  const args = ["-C", config, "-bdf", "-q1h"];
  await startService(t, { command: "exim4", args, ports: [port] });
  const { upstream } = debianVersion("exim4-daemon-light");
  assert.partialDeepStrictEqual(await identifyPort(port), {
    name: "smtp",
    product: "Exim",
    version: upstream,
    cpes: [`cpe:2.3:a:exim:exim:${upstream}:*:*:*:*:*:*:*`],
    hostName: "mx.example.test",
    extraInfo: "no STARTTLS",
    observations: ["plain_login"],
    unsettled: false,
  });
});

async function startDovecot(
  t: Parameters<typeof startService>[0],
  ports: { imap: number; pop3: number; imaps: number },
  tls: boolean,
): Promise<void> {
  const dir = workDirectory(t, "dovecot");
  chmodSync(dir, 0o755); // its parts run as users of their own
  const { key, cert } = selfSigned({ names: ["mail.test"] });
  writeFileSync(join(dir, "key.pem"), key);
  writeFileSync(join(dir, "cert.pem"), cert);
  writeFileSync(join(dir, "users"), "");
  const config = join(dir, "dovecot.conf");
  // Dovecot takes a connection from its own address for a secure one; the network list is how it is told otherwise.
  writeFileSync(
    config,
    `protocols = imap pop3
listen = 127.0.0.1
base_dir = ${dir}/run
state_dir = ${dir}/state
log_path = ${dir}/log
ssl = ${tls ? "required" : "no"}
${tls ? `ssl_cert = <${dir}/cert.pem\nssl_key = <${dir}/key.pem` : ""}
disable_plaintext_auth = ${tls ? "yes" : "no"}
passdb {
  driver = passwd-file
  args = ${dir}/users
}
userdb {
  driver = passwd
}
service imap-login {
  inet_listener imap {
    port = ${ports.imap}
  }
  inet_listener imaps {
    port = ${ports.imaps}
    ssl = yes
  }
}
service pop3-login {
  inet_listener pop3 {
    port = ${ports.pop3}
  }
  inet_listener pop3s {
    port = 0
  }
}
`,
  );
  const listening = tls ? Object.values(ports) : [ports.imap, ports.pop3];
  await startService(t, { command: "dovecot", args: ["-F", "-c", config], ports: listening });
}
