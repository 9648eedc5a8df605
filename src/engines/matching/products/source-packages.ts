import type { InstalledPackage } from "#engines/vulnerability-types";
import { aliasesOf } from "./aliases.ts";

type Name = string | ((numbers: readonly string[]) => string);

/** The source package of a product in the distributions; where the version is part of the name, made from its numbers. */
interface PackageNames {
  product: string;
  debian: Name;
  /** As in Debian, where it is not said. */
  ubuntu?: Name;
  rhel?: Name;
  alpine?: Name;
}

const major = ([first = ""]: readonly string[]): string => first;
const twoNumbers = ([first = "", second = "0"]: readonly string[]): string => `${first}.${second}`;
/** Until 9.6 two numbers named a branch, since 10 one does. */
const postgresqlBranch = (numbers: readonly string[]): string =>
  Number(major(numbers)) < 10 ? twoNumbers(numbers) : major(numbers);
/** Debian and Ubuntu dropped the version from the name with 10.11. */
function mariadb(numbers: readonly string[]): string {
  const [first, second] = [Number(numbers[0]), Number(numbers[1] ?? 0)];
  return first < 10 || (first === 10 && second < 11) ? `mariadb-${twoNumbers(numbers)}` : "mariadb";
}

const packages: readonly PackageNames[] = [
  { product: "openbsd:openssh", debian: "openssh" },
  { product: "f5:nginx", debian: "nginx" },
  { product: "apache:http_server", debian: "apache2", rhel: "httpd" },
  { product: "isc:bind", debian: "bind9", rhel: "bind", alpine: "bind" },
  { product: "isc:dhcpd", debian: "isc-dhcp", rhel: "dhcp", alpine: "dhcp" },
  { product: "mariadb:mariadb", debian: mariadb, rhel: "mariadb", alpine: "mariadb" },
  {
    product: "oracle:mysql",
    debian: (n) => `mysql-${twoNumbers(n)}`,
    rhel: "mysql",
    alpine: "mysql",
  },
  {
    product: "postgresql:postgresql",
    debian: (n) => `postgresql-${postgresqlBranch(n)}`,
    rhel: "postgresql",
    alpine: (n) => `postgresql${major(n)}`,
  },
  { product: "exim:exim", debian: "exim4", rhel: "exim", alpine: "exim" },
  { product: "postfix:postfix", debian: "postfix" },
  { product: "dovecot:dovecot", debian: "dovecot" },
  { product: "proftpd:proftpd", debian: "proftpd-dfsg", rhel: "proftpd", alpine: "proftpd" },
  { product: "vsftpd_project:vsftpd", debian: "vsftpd" },
  { product: "pureftpd:pure-ftpd", debian: "pure-ftpd" },
  { product: "samba:samba", debian: "samba" },
  { product: "redis:redis", debian: "redis" },
  { product: "valkey-io:valkey", debian: "valkey" },
  { product: "memcached:memcached", debian: "memcached" },
  { product: "lighttpd:lighttpd", debian: "lighttpd" },
  { product: "openssl:openssl", debian: "openssl" },
  { product: "net-snmp:net-snmp", debian: "net-snmp" },
  { product: "dropbear_ssh_project:dropbear_ssh", debian: "dropbear" },
  {
    product: "php:php",
    debian: (n) => `php${twoNumbers(n)}`,
    rhel: "php",
    alpine: (n) => `php${n.slice(0, 2).join("")}`,
  },
  {
    product: "python:python",
    debian: (n) => `python${twoNumbers(n)}`,
    rhel: (n) => `python${twoNumbers(n)}`,
    alpine: "python3",
  },
  { product: "nodejs:node.js", debian: "nodejs" },
  { product: "apache:tomcat", debian: (n) => `tomcat${major(n)}`, rhel: "tomcat" },
  { product: "eclipse:jetty", debian: (n) => `jetty${major(n)}`, rhel: "jetty" },
  { product: "squid-cache:squid", debian: "squid" },
  { product: "haproxy:haproxy", debian: "haproxy" },
  { product: "varnish-software:varnish_cache", debian: "varnish" },
  { product: "nlnetlabs:unbound", debian: "unbound" },
  { product: "thekelleys:dnsmasq", debian: "dnsmasq" },
  { product: "powerdns:authoritative_server", debian: "pdns" },
  { product: "powerdns:recursor", debian: "pdns-recursor" },
  { product: "nic:knot_resolver", debian: "knot-resolver" },
  { product: "ntp:ntp", debian: "ntp" },
  { product: "tuxfamily:chrony", debian: "chrony" },
  { product: "eclipse:mosquitto", debian: "mosquitto" },
  { product: "broadcom:rabbitmq_server", debian: "rabbitmq-server" },
  { product: "samba:rsync", debian: "rsync" },
  { product: "openprinting:cups", debian: "cups" },
  { product: "openldap:openldap", debian: "openldap" },
  { product: "mit:kerberos_5", debian: "krb5" },
  { product: "openvpn:openvpn", debian: "openvpn" },
  { product: "strongswan:strongswan", debian: "strongswan" },
  { product: "libreswan:libreswan", debian: "libreswan" },
  { product: "freeradius:freeradius", debian: "freeradius" },
  { product: "digium:asterisk", debian: "asterisk" },
  { product: "kamailio:kamailio", debian: "kamailio" },
  { product: "cyrus:imap", debian: "cyrus-imapd" },
  { product: "neutrinolabs:xrdp", debian: "xrdp" },
  { product: "tigervnc:tigervnc", debian: "tigervnc" },
  { product: "libvnc_project:libvncserver", debian: "libvncserver" },
  { product: "netatalk:netatalk", debian: "netatalk" },
  { product: "miniupnp_project:miniupnpd", debian: "miniupnpd" },
  { product: "readymedia_project:readymedia", debian: "minidlna" },
  { product: "avahi:avahi", debian: "avahi" },
  { product: "zabbix:zabbix", debian: "zabbix" },
  { product: "prosody:prosody", debian: "prosody" },
  { product: "process-one:ejabberd", debian: "ejabberd" },
  { product: "apache:zookeeper", debian: "zookeeper" },
  { product: "etcd:etcd", debian: "etcd" },
  { product: "docker:docker", debian: "docker.io", alpine: "docker" },
];

const byProduct = new Map(
  packages.flatMap((row) => aliasesOf(row.product).map((key) => [key, row] as const)),
);

/**
 * The source package that a distribution builds a product from; `null` when the product is not in the table, or its
 * package is named by a version that is not known.
 */
export function sourcePackageOf(
  distribution: InstalledPackage["distribution"],
  key: string,
  version: string | null,
): string | null {
  const row = byProduct.get(key);
  if (row === undefined || distribution === "other") return null;
  const name = distribution === "debian" ? row.debian : (row[distribution] ?? row.debian);
  if (typeof name === "string") return name;
  const numbers = version === null ? null : /^\d+(?:\.\d+)*/.exec(version);
  return numbers === null ? null : name(numbers[0].split("."));
}
