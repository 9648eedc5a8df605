import type { ProductRule } from "./product.ts";

/** Software by what follows `SSH-2.0-` (RFC 4253 section 4.2). */
export const sshProducts: readonly ProductRule[] = [
  {
    pattern: /^OpenSSH_for_Windows_(?<version>\d+(?:\.\d+)+)(?<update>p\d+)?/,
    product: "OpenSSH for Windows",
    cpe: "openbsd:openssh",
  },
  {
    pattern: /^OpenSSH[_-](?<version>\d+(?:\.\d+)+)(?<update>p\d+)?/,
    product: "OpenSSH",
    cpe: "openbsd:openssh",
  },
  {
    pattern: /^dropbear(?:_(?<version>\d+(?:\.\d+)+))?/,
    product: "Dropbear SSH",
    cpe: "dropbear_ssh_project:dropbear_ssh",
  },
  { pattern: /^libssh[_-](?<version>\d+(?:\.\d+)+)/, product: "libssh", cpe: "libssh:libssh" },
  { pattern: /^libssh2_(?<version>\d+(?:\.\d+)+)/, product: "libssh2", cpe: "libssh2:libssh2" },
  {
    pattern: /^mod_sftp(?:\/(?<version>\d+(?:\.\d+)+))?/,
    product: "ProFTPD mod_sftp",
    cpe: "proftpd:proftpd",
  },
  {
    pattern: /^(?:APACHE-SSHD|SSHD-CORE)-(?<version>\d+(?:\.\d+)+)/i,
    product: "Apache MINA SSHD",
    cpe: "apache:sshd",
  },
  { pattern: /^paramiko_(?<version>\d+(?:\.\d+)+)/, product: "Paramiko", cpe: "paramiko:paramiko" },
  {
    pattern: /^AsyncSSH_(?<version>\d+(?:\.\d+)+)/,
    product: "AsyncSSH",
    cpe: "asyncssh_project:asyncssh",
  },
  { pattern: /^Go$/, product: "Go x/crypto SSH", cpe: "golang:crypto" },
  { pattern: /^ROSSSH/, product: "MikroTik RouterOS sshd", cpe: "o:mikrotik:routeros" },
  { pattern: /^Cisco-(?<version>\d+(?:\.\d+)+)/, product: "Cisco SSH" },
  { pattern: /^HUAWEI-(?<version>\d+(?:\.\d+)+)/, product: "Huawei VRP sshd" },
  { pattern: /^Comware-(?<version>\d+(?:\.\d+)+)/, product: "H3C Comware sshd" },
  { pattern: /^RomSShell_(?<version>\d+(?:\.\d+)+)/, product: "AllegroSoft RomSShell" },
  { pattern: /^Mocana SSH/, product: "Mocana NanoSSH" },
  { pattern: /^IPSSH-(?<version>\d+(?:\.\d+)+)/, product: "VxWorks sshd" },
  { pattern: /^lancom/i, product: "LANCOM LCOS sshd" },
  { pattern: /^ZTE_SSH/, product: "ZTE sshd" },
  {
    pattern: /FlowSsh.*Bitvise SSH Server \(WinSSHD\) (?<version>\d+(?:\.\d+)+)/,
    product: "Bitvise SSH Server",
    cpe: "bitvise:ssh_server",
  },
  { pattern: /^WeOnlyDo (?<version>\d+(?:\.\d+)+)/, product: "WeOnlyDo SSH server" },
  { pattern: /^Serv-U_(?<version>\d+(?:\.\d+)+)/, product: "Serv-U", cpe: "solarwinds:serv-u" },
  { pattern: /^CrushFTPSSHD/, product: "CrushFTP", cpe: "crushftp:crushftp" },
];
