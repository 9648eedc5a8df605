/*
 * Until when Windows gets security updates without paying, by Microsoft's lifecycle pages
 * (https://learn.microsoft.com/lifecycle/products/), compared with copies of them in November 2026. The day named is the last one.
 * A release that is not here is not judged.
 */

interface Release {
  /** In operatingSystem, as `Windows Server® 2008 Standard` without the marks. */
  readonly name: RegExp;
  /** In operatingSystemVersion, `10.0 (19045)`, where the name alone does not tell. */
  readonly build?: number;
  /** As a date: `2020-01-14`. */
  readonly until: string;
}

/** The first that fits counts. */
const releases: readonly Release[] = [
  { name: /windows nt/i, until: "2004-12-31" },
  { name: /windows 2000/i, until: "2010-07-13" },
  { name: /windows xp/i, until: "2014-04-08" },
  // `Windows Storage Server 2008 R2`, `Windows Web Server 2008`, `Hyper-V Server 2012 R2`: they end with the server of that year.
  { name: /(?:windows|hyper-v)(?: \w+)? server 2003/i, until: "2015-07-14" },
  { name: /windows vista/i, until: "2017-04-11" },
  { name: /(?:windows|hyper-v)(?: \w+)? server 2008/i, until: "2020-01-14" },
  { name: /windows 7/i, until: "2020-01-14" },
  { name: /windows 8\.1/i, until: "2023-01-10" },
  { name: /windows 8(?!\.)/i, until: "2016-01-12" },
  { name: /(?:windows|hyper-v)(?: \w+)? server 2012/i, until: "2023-10-10" },
  { name: /(?:windows|hyper-v)(?: \w+)? server 2016/i, until: "2027-01-12" },
  { name: /(?:windows|hyper-v)(?: \w+)? server 2019/i, until: "2029-01-09" },
  { name: /windows server 2022/i, until: "2031-10-14" },
  { name: /windows server 2025/i, until: "2034-11-14" },
  { name: /windows 10.*(?:lts[bc]|iot)/i, build: 10_240, until: "2025-10-14" },
  { name: /windows 10.*(?:lts[bc]|iot)/i, build: 14_393, until: "2026-10-13" },
  { name: /windows 10.*(?:lts[bc]|iot)/i, build: 17_763, until: "2029-01-09" },
  // Of IoT Enterprise LTSC five years more; which of them it is the name tells.
  { name: /windows 10.*iot/i, build: 19_044, until: "2032-01-13" },
  { name: /windows 10.*lts[bc]/i, build: 19_044, until: "2027-01-12" },
  { name: /windows 10(?!.*(?:lts[bc]|iot))/i, until: "2025-10-14" },
  { name: /windows 11.*(?:pro|home)/i, build: 22_000, until: "2023-10-10" },
  { name: /windows 11/i, build: 22_000, until: "2024-10-08" },
  { name: /windows 11.*(?:pro|home)/i, build: 22_621, until: "2024-10-08" },
  { name: /windows 11/i, build: 22_621, until: "2025-10-14" },
  { name: /windows 11.*(?:pro|home)/i, build: 22_631, until: "2025-11-11" },
  { name: /windows 11/i, build: 22_631, until: "2026-11-10" },
  { name: /windows 11.*iot.*ltsc/i, build: 26_100, until: "2034-10-10" },
  { name: /windows 11.*ltsc/i, build: 26_100, until: "2029-10-09" },
  { name: /windows 11.*(?:pro|home)/i, build: 26_100, until: "2026-10-13" },
  { name: /windows 11/i, build: 26_100, until: "2027-10-12" },
  { name: /windows 11.*(?:pro|home)/i, build: 26_200, until: "2027-10-12" },
  { name: /windows 11/i, build: 26_200, until: "2028-10-10" },
];

/**
 * The last day with security updates, as `2020-01-14`; null: it is no Windows, or one that this table does not know.
 *
 * @param name operatingSystem
 * @param version operatingSystemVersion: `6.1 (7601)`
 */
export function windowsSupportedUntil(name: string, version: string | null): string | null {
  // As Vista and 2008 write themselves: `Windows Server® 2008`, `Windows Vista™`.
  const plain = name.replaceAll(/[®™]|\((?:R|TM)\)/gi, "").replaceAll(/\s+/g, " ");
  const build = Number(/\((\d{1,9})\)/.exec(version ?? "")?.[1] ?? Number.NaN);
  const release = releases.find(
    (one) => one.name.test(plain) && (one.build === undefined || one.build === build),
  );
  return release?.until ?? null;
}
