/**
 * Names under which the feeds know one and the same product: NVD's `vendor:product`, old ones included, and what CNAs write,
 * in lower case with `_` for spaces. Only names of the same code belong together: a commercial edition with numbers of
 * its own (`f5:nginx_plus`) does not.
 */
const sameProduct: readonly (readonly string[])[] = [
  ["f5:nginx", "f5:nginx_open_source", "nginx:nginx", "igor_sysoev:nginx", "nginx_inc:nginx"],
  ["openbsd:openssh", "openssh:openssh", "openbsd_project:openssh"],
  [
    "apache:http_server",
    "apache:apache_http_server",
    "apache_software_foundation:apache_http_server",
  ],
  ["apache:tomcat", "apache:apache_tomcat", "apache_software_foundation:apache_tomcat"],
  ["redis:redis", "redislabs:redis", "redis_labs:redis", "pivotal_software:redis"],
  ["valkey-io:valkey", "lfprojects:valkey", "linuxfoundation:valkey", "valkey:valkey"],
  ["isc:bind", "isc:bind9", "isc:bind_9"],
  ["isc:dhcpd", "isc:dhcp", "isc:isc_dhcp"],
  [
    "oracle:mysql",
    "mysql:mysql",
    "oracle:mysql_server",
    "oracle_corporation:mysql_server",
    "sun:mysql",
  ],
  ["mariadb:mariadb", "mariadb:mariadb_server", "mariadb_foundation:mariadb"],
  ["postgresql:postgresql", "postgresql_global_development_group:postgresql"],
  [
    "dropbear_ssh_project:dropbear_ssh",
    "matt_johnston:dropbear_ssh_server",
    "dropbear:dropbear",
    "mkj:dropbear",
  ],
  ["proftpd:proftpd", "proftpd_project:proftpd"],
  ["vsftpd_project:vsftpd", "beasts:vsftpd"],
  ["pureftpd:pure-ftpd", "pureftpd:pureftpd", "pure-ftpd:pure-ftpd"],
  ["dovecot:dovecot", "timo_sirainen:dovecot", "open-xchange:dovecot"],
  ["postfix:postfix", "wietse_venema:postfix"],
  ["exim:exim", "university_of_cambridge:exim"],
  ["samba:samba", "samba_team:samba"],
  ["samba:rsync", "rsyncproject:rsync", "rsync:rsync", "andrew_tridgell:rsync"],
  ["php:php", "php_group:php"],
  [
    "python:python",
    "python_software_foundation:cpython",
    "python_software_foundation:python",
    "python:cpython",
  ],
  ["nodejs:node.js", "nodejs:node", "node.js:node.js"],
  ["openssl:openssl", "openssl_project:openssl"],
  ["net-snmp:net-snmp", "net-snmp:net_snmp"],
  ["nlnetlabs:unbound", "nlnet_labs:unbound"],
  ["thekelleys:dnsmasq", "dnsmasq:dnsmasq"],
  ["powerdns:recursor", "powerdns:powerdns_recursor", "open-xchange:powerdns_recursor"],
  ["powerdns:authoritative_server", "powerdns:authoritative", "powerdns:powerdns"],
  ["haproxy:haproxy", "haproxy_technologies:haproxy"],
  [
    "varnish-software:varnish_cache",
    "varnish_cache_project:varnish_cache",
    "varnish-cache:varnish",
  ],
  ["squid-cache:squid", "squid:squid"],
  ["memcached:memcached", "memcachedb:memcached"],
  ["eclipse:mosquitto", "eclipse_foundation:mosquitto", "eclipse_foundation:eclipse_mosquitto"],
  ["eclipse:jetty", "mortbay:jetty", "mortbay_jetty:jetty", "jetty:jetty"],
  ["mongodb:mongodb", "mongodb:mongodb_server", "mongodb_inc:mongodb_server"],
  ["elastic:elasticsearch", "elasticsearch:elasticsearch", "elasticsearch:elastic_search"],
  ["elastic:kibana", "elasticsearch:kibana"],
  ["grafana:grafana", "grafana_labs:grafana"],
  ["jenkins:jenkins", "jenkins_project:jenkins", "cloudbees:jenkins"],
  ["openprinting:cups", "apple:cups", "cups:cups"],
  ["openldap:openldap", "openldap_foundation:openldap"],
  ["mit:kerberos_5", "mit:krb5", "mit:kerberos"],
  ["strongswan:strongswan", "strongswan_project:strongswan"],
  ["ntp:ntp", "ntp_project:ntp", "university_of_delaware:ntp"],
  ["tuxfamily:chrony", "chrony_project:chrony", "chrony:chrony"],
  [
    "microsoft:internet_information_services",
    "microsoft:internet_information_server",
    "microsoft:iis",
  ],
  [
    "broadcom:rabbitmq_server",
    "vmware:rabbitmq",
    "pivotal_software:rabbitmq",
    "rabbitmq:rabbitmq-server",
  ],
  ["apache:zookeeper", "apache_software_foundation:apache_zookeeper"],
  ["apache:cassandra", "apache_software_foundation:apache_cassandra"],
  ["apache:couchdb", "apache_software_foundation:apache_couchdb"],
  ["docker:docker", "docker:engine", "mobyproject:moby", "moby:moby"],
  ["etcd:etcd", "etcd-io:etcd", "redhat:etcd"],
  ["caddyserver:caddy", "caddyserver:caddy_web_server"],
  ["traefik:traefik", "containous:traefik"],
  ["digium:asterisk", "sangoma:asterisk", "asterisk:asterisk"],
];

const groupOf = new Map(sameProduct.flatMap((group) => group.map((key) => [key, group] as const)));

/** All keys of a product, the given one first. */
export function aliasesOf(key: string): readonly string[] {
  const group = groupOf.get(key);
  return group === undefined ? [key] : [key, ...group.filter((other) => other !== key)];
}
