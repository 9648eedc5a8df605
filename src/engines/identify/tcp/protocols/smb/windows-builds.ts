/**
 * Windows by version and build, which servers and workstations share (Microsoft's release information). `null`: not known.
 */
export function windowsByBuild(version: {
  major: number;
  minor: number;
  build: number;
}): string | null {
  return builds.get(`${version.major}.${version.minor}.${version.build}`) ?? null;
}

const builds: ReadonlyMap<string, string> = new Map([
  ["5.1.2600", "Windows XP"],
  ["5.2.3790", "Windows Server 2003"],
  ["6.0.6001", "Windows Vista or Server 2008"],
  ["6.0.6002", "Windows Vista or Server 2008"],
  ["6.0.6003", "Windows Server 2008"],
  ["6.1.7600", "Windows 7 or Server 2008 R2"],
  ["6.1.7601", "Windows 7 or Server 2008 R2"],
  ["6.2.9200", "Windows 8 or Server 2012"],
  ["6.3.9600", "Windows 8.1 or Server 2012 R2"],
  ["10.0.10240", "Windows 10 1507"],
  ["10.0.10586", "Windows 10 1511"],
  ["10.0.14393", "Windows 10 1607 or Server 2016"],
  ["10.0.15063", "Windows 10 1703"],
  ["10.0.16299", "Windows 10 1709"],
  ["10.0.17134", "Windows 10 1803"],
  ["10.0.17763", "Windows 10 1809 or Server 2019"],
  ["10.0.18362", "Windows 10 1903"],
  ["10.0.18363", "Windows 10 1909"],
  ["10.0.19041", "Windows 10 2004"],
  ["10.0.19042", "Windows 10 20H2"],
  ["10.0.19043", "Windows 10 21H1"],
  ["10.0.19044", "Windows 10 21H2"],
  ["10.0.19045", "Windows 10 22H2"],
  ["10.0.20348", "Windows Server 2022"],
  ["10.0.22000", "Windows 11 21H2"],
  ["10.0.22621", "Windows 11 22H2"],
  ["10.0.22631", "Windows 11 23H2"],
  ["10.0.25398", "Windows Server 23H2"],
  ["10.0.26100", "Windows 11 24H2 or Server 2025"],
  ["10.0.26200", "Windows 11 25H2"],
]);
