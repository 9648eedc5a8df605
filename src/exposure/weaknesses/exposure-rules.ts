import { confidenceSeen, isIdentified, placeOf, type WeaknessRule } from "./weakness.ts";

interface ExposureRow {
  /** Ends the check's id. */
  readonly id: string;
  /** Names of services. */
  readonly services: readonly string[];
  /** Where it hides behind HTTP: what answers on which ports. */
  readonly overHttp?: { readonly ports: readonly number[]; readonly product: RegExp };
  /** As a person calls it. */
  readonly what: string;
  readonly severity: WeaknessRule["severity"];
  /** Who should reach it, and how else. */
  readonly remediation: string;
}

/** Where only the port's number speaks for a service, it is the one as often as not, and defects of it are rarer still. */
const confidenceByPort = 30;

const adminNetwork = "Let only a management network or a VPN reach it, by the host's firewall.";
const clientsOnly =
  "Let only the servers that use it reach it, by its bind address and the host's firewall.";

/** Services by which a host is administered: guessed or stolen passwords and their own defects give it away. */
const administration: readonly ExposureRow[] = [
  {
    id: "telnet",
    services: ["telnet"],
    what: "Telnet",
    severity: "MEDIUM",
    remediation: `Turn it off and use SSH. ${adminNetwork}`,
  },
  {
    id: "rdp",
    services: ["rdp", "ms-wbt-server"],
    what: "Remote Desktop",
    severity: "MEDIUM",
    remediation: `${adminNetwork} Demand network level authentication and a second factor.`,
  },
  {
    id: "vnc",
    services: ["vnc"],
    what: "VNC",
    severity: "MEDIUM",
    remediation: `Bind it to 127.0.0.1 and reach it through SSH. ${adminNetwork}`,
  },
  {
    id: "winrm",
    services: ["winrm", "winrms"],
    overHttp: { ports: [5985, 5986], product: /^Microsoft HTTPAPI/ },
    what: "Windows Remote Management",
    severity: "LOW",
    remediation: adminNetwork,
  },
  {
    id: "remote_shell",
    services: ["exec", "login", "shell", "rexec", "rlogin", "rsh"],
    what: "A remote shell of old (rexec, rlogin, rsh)",
    severity: "HIGH",
    remediation: "Remove it and use SSH: it trusts addresses and sends passwords in clear.",
  },
  {
    id: "x11",
    services: ["x11"],
    what: "An X display",
    severity: "HIGH",
    remediation: "Start the X server with `-nolisten tcp` and forward displays through SSH.",
  },
  {
    id: "docker",
    services: ["docker"],
    what: "Docker's API",
    severity: "HIGH",
    remediation:
      "Use the Unix socket, or SSH (`docker -H ssh://`); if it must be TCP, demand client certificates.",
  },
  {
    id: "kubernetes",
    services: ["kubernetes", "kubelet"],
    what: "Kubernetes' API",
    severity: "MEDIUM",
    remediation: adminNetwork,
  },
  {
    id: "etcd",
    services: ["etcd"],
    what: "etcd",
    severity: "MEDIUM",
    remediation: "Let only the control plane reach it, with client certificates.",
  },
  {
    id: "ipmi",
    services: ["ipmi"],
    what: "A management controller (IPMI)",
    severity: "HIGH",
    remediation:
      "Keep management controllers on a network of their own: IPMI 2.0 hands out password hashes to anybody (CVE-2013-4786).",
  },
  {
    id: "smart_install",
    services: ["smart-install"],
    what: "Cisco Smart Install",
    severity: "HIGH",
    remediation:
      "Turn it off with `no vstack`: it lets anybody read and replace the configuration.",
  },
  {
    id: "ajp",
    services: ["ajp13"],
    what: "Tomcat's AJP connector",
    severity: "MEDIUM",
    remediation:
      "Take the AJP connector away, or bind it to 127.0.0.1 and set a secret (CVE-2020-1938).",
  },
  {
    id: "java_rmi",
    services: ["rmiregistry", "java-rmi", "jmx", "jdwp"],
    what: "A port for Java's remote management or debugging",
    severity: "HIGH",
    remediation: "Turn remote JMX, RMI and debugging off, or bind them to 127.0.0.1.",
  },
  {
    id: "tftp",
    services: ["tftp"],
    what: "TFTP",
    severity: "LOW",
    remediation: "Keep it on the network where devices boot: it knows no login.",
  },
];

/** Databases and stores: only their own clients should reach them. */
const stores: readonly ExposureRow[] = [
  ...[
    { id: "redis", services: ["redis", "rediss"], what: "Redis" },
    { id: "mongodb", services: ["mongodb"], what: "MongoDB" },
    { id: "memcached", services: ["memcached"], what: "Memcached" },
    { id: "elasticsearch", services: ["elasticsearch", "opensearch"], what: "Elasticsearch" },
    { id: "cassandra", services: ["cassandra"], what: "Cassandra" },
    { id: "zookeeper", services: ["zookeeper"], what: "ZooKeeper" },
  ].map((row) => ({ ...row, severity: "MEDIUM" as const, remediation: clientsOnly })),
  ...[
    { id: "mysql", services: ["mysql", "mariadb"], what: "MySQL or MariaDB" },
    { id: "postgresql", services: ["postgresql", "postgres"], what: "PostgreSQL" },
    { id: "mssql", services: ["mssql", "ms-sql-s", "ms-sql-m"], what: "Microsoft SQL Server" },
    { id: "oracle", services: ["oracle", "oracle-tns"], what: "Oracle Database" },
    { id: "couchdb", services: ["couchdb"], what: "CouchDB" },
    { id: "influxdb", services: ["influxdb"], what: "InfluxDB" },
    { id: "kafka", services: ["kafka"], what: "Kafka" },
    { id: "nfs", services: ["nfs"], what: "NFS" },
    { id: "iscsi", services: ["iscsi"], what: "iSCSI storage" },
  ].map((row) => ({ ...row, severity: "LOW" as const, remediation: clientsOnly })),
];

export const exposureRules: readonly WeaknessRule[] = [...administration, ...stores].map(
  ({ id, services, overHttp, what, severity, remediation }) => ({
    checkId: `exposed.${id}`,
    title: `${what} is reachable`,
    severity,
    class: "exposed_service",
    remediation,
    references: ["CWE-668"],
    find(service) {
      const { name = "", port, product = "" } = service;
      const hidden = overHttp?.ports.includes(port) === true && overHttp.product.test(product);
      if (!services.includes(name) && !hidden) return null;
      return service.method === "probed"
        ? `${placeOf(service)} answered the scan.`
        : `${service.protocol}/${service.port} is open, where ${service.name} usually listens; it was not recognised.`;
    },
    confidence: ({ method }) => (method === "probed" ? confidenceSeen : confidenceByPort),
    looked: isIdentified,
  }),
);
