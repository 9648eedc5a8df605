import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { identifyPort } from "#test/identify";
import { freePort } from "#test/processes";
import { debianVersion, run, startService, workDirectory } from "#test/real-service";

test("OpenSSH is named with the package that its banner tells", async (t) => {
  const dir = workDirectory(t, "sshd");
  const port = await freePort();
  run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", join(dir, "key")]);
  mkdirSync("/run/sshd", { recursive: true }); // where it gives up its rights; empty, and made by no one else here
  const options = [`HostKey=${dir}/key`, "ListenAddress=127.0.0.1", "PidFile=none"];
  const args = ["-D", "-e", "-f", "/dev/null", "-p", String(port)];
  await startService(t, {
    command: "/usr/sbin/sshd",
    args: [...args, ...options.flatMap((option) => ["-o", option])],
    ports: [port],
  });
  const { noEpoch } = debianVersion("openssh-server");
  const [, upstream = "", update = ""] = /^([\d.]+)(p\d+)-/.exec(noEpoch) ?? [];
  assert.partialDeepStrictEqual(await identifyPort(port), {
    name: "ssh",
    product: "OpenSSH",
    version: upstream + update,
    cpes: [`cpe:2.3:a:openbsd:openssh:${upstream}:${update}:*:*:*:*:*:*`],
    package: { distribution: "debian", version: noEpoch },
    confidence: 80,
    unsettled: false,
  });
});

test("an FTP server that lets anyone in is told from one that does not, as each really is", async (t) => {
  const dir = workDirectory(t, "vsftpd");
  mkdirSync(join(dir, "files"));
  chmodSync(dir, 0o755);
  const start = async (anonymous: boolean): Promise<number> => {
    const port = await freePort();
    const config = join(dir, `vsftpd-${port}.conf`);
    writeFileSync(
      config,
      `listen=YES
background=NO
listen_address=127.0.0.1
listen_port=${port}
anonymous_enable=${anonymous ? "YES" : "NO"}
local_enable=YES
anon_root=${dir}/files
secure_chroot_dir=${dir}/files
seccomp_sandbox=NO
xferlog_enable=NO
`,
    );
    await startService(t, { command: "vsftpd", args: [config], ports: [port] });
    return port;
  };
  const ports = [await start(true), await start(false)];
  const [open, closed] = await Promise.all(ports.map((port) => identifyPort(port)));
  const { upstream } = debianVersion("vsftpd");
  const named = { name: "ftp", product: "vsftpd", version: upstream, unsettled: false };
  assert.partialDeepStrictEqual(open, named);
  assert.partialDeepStrictEqual(closed, named);
  assert.deepEqual(open?.observations, ["anonymous_login", "plain_login"]);
  assert.deepEqual(closed?.observations, ["plain_login"]);
});

test("Samba shows its dialect, its name and whether it takes SMB 1 and unsigned messages", async (t) => {
  const start = async (address: string, settings: string): Promise<void> => {
    const dir = workDirectory(t, "samba");
    const folders = ["lock", "state", "cache", "pid"].map((name) => `${name} directory`);
    const config = join(dir, "smb.conf");
    writeFileSync(
      config,
      `[global]
netbios name = FILESRV
workgroup = OFFICE
smb ports = 445 139
interfaces = ${address}/8
bind interfaces only = yes
disable spoolss = yes
load printers = no
${[...folders, "private dir", "ncalrpc dir"].map((name) => `${name} = ${dir}`).join("\n")}
${settings}
`,
    );
    const args = ["-F", "-s", config, "-l", dir];
    await startService(t, { command: "smbd", args, ports: [445, 139], address });
  };
  const [old, strict] = ["127.77.3.1", "127.77.3.2"] as const;
  await start(old, "server min protocol = NT1\nserver signing = disabled");
  await start(strict, "server min protocol = SMB3_00\nserver signing = mandatory");
  const [oldFacts, strictFacts] = await Promise.all([
    identifyPort(445, { address: old }),
    identifyPort(445, { address: strict }),
  ]);
  for (const facts of [oldFacts, strictFacts]) {
    assert.partialDeepStrictEqual(facts, { name: "smb", product: "Samba smbd", unsettled: false });
    assert.match(facts.extraInfo ?? "", /^SMB 3\.1\.1, signing .*computer FILESRV/);
    assert.match(facts.hostName ?? "", /\S/);
  }
  assert.deepEqual(oldFacts.observations, ["smb1", "smb_signing_not_required"]);
  assert.deepEqual(strictFacts.observations, []);
  const overNetbios = await identifyPort(139, { address: strict });
  assert.partialDeepStrictEqual(overNetbios, {
    name: "smb",
    product: "Samba smbd",
    unsettled: false,
  });
});

test("OpenLDAP is recognised by its root DSE", async (t) => {
  const dir = workDirectory(t, "slapd");
  const port = await freePort();
  mkdirSync(join(dir, "db"));
  writeFileSync(
    join(dir, "slapd.conf"),
    `include /etc/ldap/schema/core.schema
modulepath /usr/lib/ldap
moduleload back_mdb
database mdb
suffix "dc=example,dc=test"
directory ${dir}/db
`,
  );
  const args = ["-d", "0", "-h", `ldap://127.0.0.1:${port}`, "-f", join(dir, "slapd.conf")];
  await startService(t, { command: "slapd", args, ports: [port] });
  const facts = await identifyPort(port);
  assert.partialDeepStrictEqual(facts, {
    name: "ldap",
    product: "OpenLDAP",
    cpes: ["cpe:2.3:a:openldap:openldap:*:*:*:*:*:*:*:*"],
    unsettled: false,
  });
  assert.match(facts.extraInfo ?? "", /naming contexts: dc=example,dc=test/);
});

test("Mosquitto that takes anyone is open and tells its version; one with passwords is not and does not", async (t) => {
  const start = async (anonymous: boolean): Promise<number> => {
    const dir = workDirectory(t, "mosquitto");
    const port = await freePort();
    const config = join(dir, "mosquitto.conf");
    writeFileSync(config, `listener ${port} 127.0.0.1\nallow_anonymous ${anonymous}\nuser root\n`);
    await startService(t, { command: "mosquitto", args: ["-c", config], ports: [port] });
    return port;
  };
  const ports = [await start(true), await start(false)];
  const [open, closed] = await Promise.all(ports.map((port) => identifyPort(port)));
  const { upstream } = debianVersion("mosquitto");
  assert.partialDeepStrictEqual(open, {
    name: "mqtt",
    product: "Eclipse Mosquitto",
    version: upstream,
    cpes: [`cpe:2.3:a:eclipse:mosquitto:${upstream}:*:*:*:*:*:*:*`],
    observations: ["open_access"],
  });
  assert.partialDeepStrictEqual(closed, { name: "mqtt", extraInfo: "asks for a login" });
  assert.deepEqual(closed?.observations, []);
});

test("an rsync daemon tells its protocol and its modules", async (t) => {
  const dir = workDirectory(t, "rsync");
  const port = await freePort();
  const config = join(dir, "rsyncd.conf");
  writeFileSync(config, `use chroot = no\n[backup]\npath = ${dir}\ncomment = nightly\n`);
  const args = [
    "--daemon",
    "--no-detach",
    `--config=${config}`,
    `--port=${port}`,
    "--address=127.0.0.1",
  ];
  await startService(t, { command: "rsync", args, ports: [port] });
  const facts = await identifyPort(port);
  assert.partialDeepStrictEqual(facts, { name: "rsync", product: "rsync", unsettled: false });
  assert.match(facts.extraInfo ?? "", /^protocol \d+\.\d+; modules: backup$/);
});
