import type { ProductRule } from "./product.ts";

/** A row about a whole reply rather than a word of it. */
export interface WebRule extends ProductRule {
  /** Where the pattern is tried: a header by its name, the title, or the page's first 64 KiB. */
  readonly in: "title" | "page" | { readonly header: string };
}

/**
 * Applications and devices by what their front page shows. They are more telling than the web server they run on, so
 * they are tried first; rows with a version come before those without.
 */
export const webProducts: readonly WebRule[] = [
  inHeader("x-jenkins", /^(?<version>\d+(?:\.\d+)+)/, "Jenkins", "jenkins:jenkins"),
  inHeader("x-influxdb-version", /^v?(?<version>\d+(?:\.\d+)+)/, "InfluxDB", "influxdata:influxdb"),
  inHeader("kbn-version", /^(?<version>\d+(?:\.\d+)+)/, "Kibana", "elastic:kibana"),
  inHeader("kbn-name", /./, "Kibana", "elastic:kibana"),
  inHeader(
    "x-confluence-request-time",
    /./,
    "Atlassian Confluence",
    "atlassian:confluence_data_center",
  ),
  inHeader("x-gitlab-meta", /./, "GitLab", "gitlab:gitlab"),
  inHeader("x-gitea-version", /^(?<version>\d+(?:\.\d+)+)/, "Gitea", "gitea:gitea"),
  inHeader("x-drupal-cache", /./, "Drupal", "drupal:drupal"),
  inHeader("x-generator", /^Drupal (?<version>\d+)/, "Drupal", "drupal:drupal"),
  inHeader("x-consul-default-acl-policy", /./, "HashiCorp Consul", "hashicorp:consul"),
  inHeader("x-vault-token", /./, "HashiCorp Vault", "hashicorp:vault"),
  inHeader("x-minio-deployment-id", /./, "MinIO", "minio:minio"),
  inHeader("docker-distribution-api-version", /./, "Docker Registry", "docker:registry"),
  inHeader(
    "mikrotik-version",
    /(?<version>\d+(?:\.\d+)+)/,
    "MikroTik RouterOS",
    "o:mikrotik:routeros",
  ),
  inHeader("server", /^Prime$|^IPCamera|^NetCam|^Network Camera/i, "network camera"),

  inTitle(/^Apache Tomcat\/(?<version>\d+(?:\.\d+)+)/, "Apache Tomcat", "apache:tomcat"),
  inPage(/<h3>Apache Tomcat\/(?<version>\d+(?:\.\d+)+)<\/h3>/, "Apache Tomcat", "apache:tomcat"),
  inTitle(/^Grafana$/, "Grafana", "grafana:grafana"),
  inTitle(/^Dashboard \[Jenkins\]|\[Jenkins\]$/, "Jenkins", "jenkins:jenkins"),
  inTitle(/^(?:Kibana|Elastic)$/, "Kibana", "elastic:kibana"),
  inTitle(/^Prometheus Time Series/, "Prometheus", "prometheus:prometheus"),
  inTitle(/^Alertmanager$/, "Prometheus Alertmanager", "prometheus:alertmanager"),
  inTitle(
    /Proxmox Virtual Environment$/,
    "Proxmox Virtual Environment",
    "proxmox:virtual_environment",
  ),
  inTitle(/Proxmox Backup Server$/, "Proxmox Backup Server", "proxmox:backup_server"),
  inTitle(/Proxmox Mail Gateway$/, "Proxmox Mail Gateway", "proxmox:mail_gateway"),
  inPage(
    /<meta name="generator" content="WordPress (?<version>\d+(?:\.\d+)+)"/i,
    "WordPress",
    "wordpress:wordpress",
  ),
  inPage(/<meta name="generator" content="Joomla!/i, "Joomla!", "joomla:joomla!"),
  inPage(/<meta name="generator" content="TYPO3 CMS/i, "TYPO3", "typo3:typo3"),
  inPage(/<meta name="Generator" content="Drupal (?<version>\d+)/i, "Drupal", "drupal:drupal"),
  inPage(
    /<meta name="generator" content="MediaWiki (?<version>\d+(?:\.\d+)+)/i,
    "MediaWiki",
    "mediawiki:mediawiki",
  ),
  inTitle(/^phpMyAdmin/, "phpMyAdmin", "phpmyadmin:phpmyadmin"),
  inTitle(/^pgAdmin 4/, "pgAdmin 4", "pgadmin:pgadmin_4"),
  inTitle(/^Adminer|- Adminer$/, "Adminer", "adminer:adminer"),
  inTitle(/^Sign in . GitLab|^GitLab$/, "GitLab", "gitlab:gitlab"),
  inTitle(/^Portainer/, "Portainer", "portainer:portainer"),
  inTitle(/^Nextcloud$/, "Nextcloud", "nextcloud:nextcloud_server"),
  inTitle(/^Solr Admin/, "Apache Solr", "apache:solr"),
  inTitle(/^RabbitMQ Management/, "RabbitMQ management", "vmware:rabbitmq"),
  inTitle(/^Zabbix|: Zabbix$/, "Zabbix", "zabbix:zabbix"),
  inTitle(/^Icinga Web/, "Icinga Web 2", "icinga:icinga_web_2"),
  inTitle(/^Nagios/, "Nagios", "nagios:nagios"),
  inTitle(
    /^(?:Login )?PRTG Network Monitor|^Welcome \| PRTG/,
    "PRTG Network Monitor",
    "paessler:prtg_network_monitor",
  ),
  inTitle(/^Home Assistant$/, "Home Assistant", "home-assistant:home-assistant"),
  inTitle(/^Pi-hole/, "Pi-hole", "pi-hole:pi-hole"),
  inTitle(/^Roundcube Webmail/, "Roundcube", "roundcube:webmail"),
  inTitle(/^Outlook(?: Web App)?$/, "Microsoft Exchange Server", "microsoft:exchange_server"),
  inTitle(/^Log in - Confluence/, "Atlassian Confluence", "atlassian:confluence_data_center"),
  inTitle(/^System Dashboard - .*Jira/i, "Atlassian Jira", "atlassian:jira_data_center"),
  inTitle(/^Webmin|^Login to Webmin/, "Webmin", "webmin:webmin"),
  inTitle(/^Cockpit$|^Loading\.\.\.$(?=cockpit)/, "Cockpit", "cockpit-project:cockpit"),
  inTitle(/^\W?VMware ESXi/i, "VMware ESXi", "o:vmware:esxi"),
  inTitle(/VMware vSphere|^\W?ID_VC_Welcome/i, "VMware vCenter Server", "vmware:vcenter_server"),
  inTitle(/^XCP-ng|^Welcome to Citrix XenServer/, "XenServer"),

  inTitle(
    /^RouterOS(?: router configuration page| v(?<version>\d+(?:\.\d+)+))?/,
    "MikroTik RouterOS",
    "o:mikrotik:routeros",
  ),
  inPage(
    /<h1>RouterOS v(?<version>\d+(?:\.\d+)+)<\/h1>/,
    "MikroTik RouterOS",
    "o:mikrotik:routeros",
  ),
  inTitle(/^pfSense\b.*Login|^pfSense - /i, "pfSense", "netgate:pfsense"),
  inTitle(/^Login \| OPNsense/i, "OPNsense", "opnsense:opnsense"),
  inTitle(/^FortiGate|^FortiOS/i, "Fortinet FortiGate", "o:fortinet:fortios"),
  inTitle(
    /^GlobalProtect Portal/i,
    "Palo Alto Networks GlobalProtect",
    "o:paloaltonetworks:pan-os",
  ),
  inTitle(/^SonicWall/i, "SonicWall", "o:sonicwall:sonicos"),
  inTitle(/^Sophos(?: Firewall)?$/i, "Sophos Firewall", "o:sophos:sfos"),
  inTitle(/^WatchGuard/i, "WatchGuard Firebox", "o:watchguard:fireware"),
  inTitle(/^Check Point|^Gaia Portal/i, "Check Point Gaia", "o:checkpoint:gaia_os"),
  inTitle(/^BIG-IP/i, "F5 BIG-IP", "f5:big-ip_local_traffic_manager"),
  inTitle(
    /^(?:Citrix Gateway|NetScaler)/i,
    "Citrix NetScaler",
    "citrix:netscaler_application_delivery_controller",
  ),
  inTitle(/^FRITZ!Box/i, "AVM FRITZ!Box", "o:avm:fritz!os"),
  inTitle(/^Speedport/i, "Telekom Speedport router"),
  inTitle(/^LANCOM|^LCOS/i, "LANCOM router"),
  inTitle(/^UniFi\b|^UniFi OS/i, "Ubiquiti UniFi", "ui:unifi_network_application"),
  inTitle(/^EdgeOS/i, "Ubiquiti EdgeOS", "o:ui:edgeos"),
  inTitle(/^airOS|^Ubiquiti/i, "Ubiquiti airOS", "o:ui:airos"),
  inTitle(/^LuCI|LuCI - Lua Configuration Interface/i, "OpenWrt LuCI", "openwrt:openwrt"),
  inTitle(/^DD-WRT/i, "DD-WRT", "o:dd-wrt:dd-wrt"),
  inTitle(/^TP-LINK|^TL-[A-Z0-9]+|^Archer /i, "TP-Link router"),
  inTitle(/^NETGEAR/i, "NETGEAR device"),
  inTitle(/^D-LINK/i, "D-Link device"),
  inTitle(/^ASUS (?:Login|Wireless Router)|^ASUS$/i, "ASUS router"),
  inTitle(/^Zyxel|^\.::Welcome to ZyXEL/i, "Zyxel device"),
  inTitle(/^DrayTek|^Vigor/i, "DrayTek Vigor router"),
  inTitle(
    /^Cisco (?:ASDM|Adaptive|SSL VPN)|^SSL VPN Service/i,
    "Cisco ASA",
    "cisco:adaptive_security_appliance_software",
  ),
  inTitle(/^Aruba|^ArubaOS/i, "Aruba device"),
  inTitle(
    /^HP (?:Office|Color )?(?:LaserJet|OfficeJet|DeskJet|PageWide)|^HP .*MFP/i,
    "HP printer web server",
  ),
  inTitle(/^Brother (?:HL|MFC|DCP)/i, "Brother printer web server"),
  inTitle(/^(?:Command Center|KYOCERA)/i, "Kyocera printer web server"),
  inTitle(/^(?:Remote UI|Canon )/i, "Canon printer web server"),
  inTitle(/^Web Image Monitor/i, "Ricoh printer web server"),
  inTitle(/^(?:EpsonNet|Epson)/i, "Epson printer web server"),
  inTitle(/^(?:Lexmark|XEROX|CentreWare|SyncThru)/i, "printer web server"),
  inTitle(/^AXIS$|^AXIS .*(?:Camera|Network)/i, "Axis camera web server"),
  inTitle(/^(?:Network Camera|IP ?Camera|NetCamera|Hikvision)/i, "network camera"),
  inTitle(/^WEB(?: |_)?SERVICE$|^Dahua/i, "Dahua camera web server"),
  inTitle(
    /^(?:DiskStation|.*Synology (?:DiskStation|RackStation))|Synology$/i,
    "Synology DiskStation Manager",
    "synology:diskstation_manager",
  ),
  inTitle(/^QNAP|^QTS$/i, "QNAP QTS", "o:qnap:qts"),
  inTitle(/^TrueNAS|^FreeNAS/i, "TrueNAS", "ixsystems:truenas"),
  inTitle(
    /^iLO \d|^HPE? iLO|Integrated Lights-Out/i,
    "HPE iLO",
    "o:hpe:integrated_lights-out_firmware",
  ),
  inTitle(/iDRAC/i, "Dell iDRAC", "o:dell:idrac_firmware"),
  inTitle(/^Supermicro|^ATEN International/i, "Supermicro BMC"),
];

function inHeader(header: string, pattern: RegExp, product: string, cpe?: string): WebRule {
  return { in: { header }, pattern, product, ...(cpe === undefined ? {} : { cpe }) };
}

function inTitle(pattern: RegExp, product: string, cpe?: string): WebRule {
  return { in: "title", pattern, product, ...(cpe === undefined ? {} : { cpe }) };
}

function inPage(pattern: RegExp, product: string, cpe?: string): WebRule {
  return { in: "page", pattern, product, ...(cpe === undefined ? {} : { cpe }) };
}
