/*
 * Until when operating systems get security updates: data, looked up in November 2026. The day named is the last one; of a
 * month that is published without a day it is the month's last, and where those who publish differ, the later day. A release
 * that is not here is not judged: a date that nobody has published is no fact.
 */
import type { HostFacts } from "#engines/inventory-types";

/** Until when a release gets security updates, as dates `2026-06-10`. */
export interface OsSupport {
  /** For everybody, by those who made the release. */
  readonly standard: string;
  /** For everybody, by others and for fewer packages (Debian LTS). */
  readonly longTerm?: string;
  /** For those who pay or subscribe. */
  readonly paid?: string;
  /** What the paid support is called. */
  readonly paidName?: string;
  /** Where the dates are published. */
  readonly source: string;
}

type Row = readonly [release: string, standard: string, more?: string, paid?: string];

interface Table {
  readonly source: string;
  readonly paidName?: string;
  /** Whether the third column is long-term support for everybody, then the paid one; otherwise it is the paid one. */
  readonly hasLongTerm?: true;
  /** A release is the beginning of a version, up to a point. */
  readonly rows: readonly Row[];
}

const tables: Readonly<Record<string, Table>> = {
  debian: {
    source: "https://salsa.debian.org/debian/distro-info-data",
    paidName: "Extended LTS by Freexian",
    hasLongTerm: true,
    rows: [
      ["7", "2016-04-25", "2018-05-31", "2020-06-30"],
      ["8", "2018-06-17", "2020-06-30", "2025-06-30"],
      ["9", "2020-07-18", "2022-06-30", "2027-06-30"],
      ["10", "2022-09-10", "2024-06-30", "2029-06-30"],
      ["11", "2024-08-14", "2026-08-31", "2031-06-30"],
      ["12", "2026-07-11", "2028-06-30", "2033-06-30"],
      ["13", "2028-08-09", "2030-06-30", "2035-06-30"],
    ],
  },
  // The Legacy add-on makes it fifteen years for each LTS release: Canonical, November 2025.
  ubuntu: {
    source: "https://ubuntu.com/about/release-cycle",
    paidName: "Ubuntu Pro with its Legacy add-on",
    rows: [
      ["14.04", "2019-04-30", "2029-04-30"],
      ["16.04", "2021-04-30", "2031-04-30"],
      ["18.04", "2023-05-31", "2033-04-30"],
      ["20.04", "2025-05-31", "2035-04-30"],
      ["22.04", "2027-06-01", "2037-04-30"],
      ["24.04", "2029-05-31", "2039-04-30"],
      ["26.04", "2031-05-29", "2041-04-30"],
      ["16.10", "2017-07-20"],
      ["17.04", "2018-01-13"],
      ["17.10", "2018-07-19"],
      ["18.10", "2019-07-18"],
      ["19.04", "2020-01-23"],
      ["19.10", "2020-07-17"],
      ["20.10", "2021-07-22"],
      ["21.04", "2022-01-20"],
      ["21.10", "2022-07-14"],
      ["22.10", "2023-07-20"],
      ["23.04", "2024-01-25"],
      ["23.10", "2024-07-11"],
      ["24.10", "2025-07-10"],
      ["25.04", "2026-01-15"],
      ["25.10", "2026-07-09"],
      ["26.10", "2027-07-15"],
    ],
  },
  rhel: {
    source: "https://access.redhat.com/support/policy/updates/errata",
    paidName: "Extended Life Cycle Support",
    rows: [
      ["6", "2020-11-30", "2024-06-30"],
      ["7", "2024-06-30", "2028-06-30"],
      ["8", "2029-05-31", "2032-05-31"],
      ["9", "2032-05-31", "2035-05-31"],
      ["10", "2035-05-31", "2038-05-31"],
    ],
  },
  almalinux: {
    source: "https://wiki.almalinux.org/release-notes/",
    rows: [
      ["8", "2029-03-01"],
      ["9", "2032-05-31"],
      ["10", "2035-05-31"],
    ],
  },
  rocky: {
    source: "https://wiki.rockylinux.org/rocky/version/",
    rows: [
      ["8", "2029-05-31"],
      ["9", "2032-05-31"],
      ["10", "2035-05-31"],
    ],
  },
  centos: {
    source: "https://www.centos.org/cl-vs-cs/",
    rows: [
      ["6", "2020-11-30"],
      ["7", "2024-06-30"],
      ["8", "2021-12-31"],
    ],
  },
  "centos stream": {
    source: "https://www.centos.org/cl-vs-cs/",
    rows: [
      ["8", "2024-05-31"],
      ["9", "2027-05-31"],
    ],
  },
  ol: {
    source: "https://www.oracle.com/a/ocom/docs/elsp-lifetime-069338.pdf",
    paidName: "Extended Support",
    rows: [
      ["6", "2021-03-31", "2024-12-31"],
      ["7", "2024-12-31", "2028-06-30"],
      ["8", "2029-07-31", "2032-07-31"],
      ["9", "2032-06-30", "2035-06-30"],
    ],
  },
  alpine: {
    source: "https://alpinelinux.org/releases/",
    rows: [
      ["3.8", "2020-05-01"],
      ["3.9", "2020-11-01"],
      ["3.10", "2021-05-01"],
      ["3.11", "2021-11-01"],
      ["3.12", "2022-05-01"],
      ["3.13", "2022-11-01"],
      ["3.14", "2023-05-01"],
      ["3.15", "2023-11-01"],
      ["3.16", "2024-05-23"],
      ["3.17", "2024-11-22"],
      ["3.18", "2025-05-09"],
      ["3.19", "2025-11-01"],
      ["3.20", "2026-04-01"],
      ["3.21", "2026-11-01"],
      ["3.22", "2027-05-01"],
      ["3.23", "2027-11-01"],
    ],
  },
  // A release ends four weeks after the next but one came out: known only then.
  fedora: {
    source: "https://docs.fedoraproject.org/en-US/releases/eol/",
    rows: [
      ["30", "2020-05-26"],
      ["31", "2020-11-24"],
      ["32", "2021-05-25"],
      ["33", "2021-11-30"],
      ["34", "2022-06-07"],
      ["35", "2022-12-13"],
      ["36", "2023-05-16"],
      ["37", "2023-12-05"],
      ["38", "2024-05-21"],
      ["39", "2024-11-26"],
      ["40", "2025-05-13"],
      ["41", "2025-12-15"],
      ["42", "2026-05-28"],
    ],
  },
  sles: {
    source: "https://www.suse.com/lifecycle",
    paidName: "Long Term Service Pack Support",
    rows: [
      ["12.3", "2019-06-30", "2022-06-30"],
      ["12.4", "2020-06-30", "2023-06-30"],
      ["12.5", "2024-10-31", "2027-10-31"],
      ["15.1", "2021-01-31", "2024-01-31"],
      ["15.2", "2021-12-31", "2024-12-31"],
      ["15.3", "2022-12-31", "2025-12-31"],
      ["15.4", "2023-12-31", "2026-12-31"],
      ["15.5", "2024-12-31", "2027-12-31"],
      ["15.6", "2025-12-31", "2028-12-31"],
      ["15.7", "2031-07-31", "2034-07-31"],
    ],
  },
  "opensuse-leap": {
    source: "https://en.opensuse.org/Lifetime",
    rows: [
      ["15.0", "2019-12-03"],
      ["15.1", "2021-02-02"],
      ["15.2", "2022-01-04"],
      ["15.3", "2022-12-31"],
      ["15.4", "2023-12-07"],
      ["15.5", "2024-12-31"],
      ["15.6", "2026-04-30"],
      ["16.0", "2027-10-31"],
    ],
  },
  amzn: {
    source: "https://docs.aws.amazon.com/linux/",
    rows: [
      ["2018.03", "2023-12-31"],
      ["2", "2026-06-30"],
      ["2023", "2029-06-30"],
    ],
  },
  // Apple publishes no dates: these are the days of the last updates that there were, seen afterwards.
  macos: {
    source: "https://support.apple.com/en-us/100100",
    rows: [
      ["10.13", "2020-11-12"],
      ["10.14", "2021-07-21"],
      ["10.15", "2022-07-20"],
      ["11", "2023-09-11"],
      ["12", "2024-07-29"],
      ["13", "2025-08-20"],
    ],
  },
};

const windowsSource = "https://learn.microsoft.com/en-us/lifecycle/products/";

/** Windows Server by the name of the product; the end of "extended support", which everybody gets. */
const windowsServers: readonly Row[] = [
  ["2008", "2020-01-14", "2023-01-10"],
  ["2012", "2023-10-10", "2026-10-13"],
  ["2016", "2027-01-12", "2030-01-12"],
  ["2019", "2029-01-09"],
  ["2022", "2031-10-14"],
  ["2025", "2034-11-14"],
];

/**
 * Windows 7 to 11 by the number of the version. Where editions differ the later date counts, that of Enterprise and Education:
 * the name that a host gives may lack the edition, and a host is not to be accused of what another one has.
 */
const windowsClients: readonly Row[] = [
  ["6.1.7601", "2020-01-14", "2023-01-10"],
  ["6.3.9600", "2023-01-10"],
  ["10.0.17134", "2021-05-11"],
  ["10.0.17763", "2021-05-11"],
  ["10.0.18362", "2020-12-08"],
  ["10.0.18363", "2022-05-10"],
  ["10.0.19041", "2021-12-14"],
  ["10.0.19042", "2023-05-09"],
  ["10.0.19043", "2022-12-13"],
  ["10.0.19044", "2024-06-11"],
  ["10.0.19045", "2025-10-14", "2028-10-10"],
  ["10.0.22000", "2024-10-08"],
  ["10.0.22621", "2025-10-14"],
  ["10.0.22631", "2026-11-10"],
  ["10.0.26100", "2027-10-12"],
  ["10.0.26200", "2028-10-10"],
];
const windowsPaidName = "Extended Security Updates";

/** Until when a host's operating system gets security updates; `null`: not known here. */
export function supportOf(os: HostFacts["os"]): OsSupport | null {
  if (os.family === "windows") return windowsSupport(os);
  const id = os.id === "centos" && os.name.includes("Stream") ? "centos stream" : os.id;
  const table = Object.hasOwn(tables, id) ? tables[id] : undefined;
  const row = table === undefined ? undefined : rowOf(table.rows, os.version ?? "");
  return table === undefined || row === undefined ? null : supportIn(table, row);
}

/** Editions for devices are supported for longer and named so (LTSC, LTSB): they are not judged. */
function windowsSupport({ name, version }: HostFacts["os"]): OsSupport | null {
  if (/LTS[BC]/.test(name)) return null;
  const server = /\bServer\b.*?\b(20\d\d)\b/.exec(name)?.[1];
  const isServer = /\bServer\b/.test(name);
  const rows = isServer ? windowsServers : windowsClients;
  const row = rowOf(rows, isServer ? (server ?? "") : (version ?? ""));
  const table = { source: windowsSource, paidName: windowsPaidName, rows };
  return row === undefined ? null : supportIn(table, row);
}

/** `3.20` holds `3.20.2`, and `12` holds `12.5`, but `3.2` does not hold `3.20`. */
function rowOf(rows: readonly Row[], version: string): Row | undefined {
  return rows.find(([release]) => version === release || version.startsWith(`${release}.`));
}

function supportIn(
  { source, paidName, hasLongTerm }: Table,
  [, standard, more, last]: Row,
): OsSupport {
  const [longTerm, paid] = hasLongTerm === true ? [more, last] : [undefined, more];
  return {
    standard,
    source,
    ...(longTerm === undefined ? {} : { longTerm }),
    ...(paid === undefined ? {} : { paid }),
    ...(paidName === undefined ? {} : { paidName }),
  };
}
