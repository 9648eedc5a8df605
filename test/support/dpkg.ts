import { execFileSync, spawnSync } from "node:child_process";

/** A package as dpkg itself says that it is installed here. */
export interface DpkgPackage {
  readonly name: string;
  readonly version: string;
  readonly source: string;
  readonly sourceVersion: string;
}

const format =
  "${Package}\t${Version}\t${source:Package}\t${source:Version}\t${db:Status-Status}\n";

/** What is installed here, by dpkg-query(1). */
export function dpkgPackages(): DpkgPackage[] {
  const text = execFileSync("dpkg-query", ["-W", "-f", format], { encoding: "utf8" });
  return text.split("\n").flatMap((line) => {
    const [name = "", version = "", source = "", sourceVersion = "", status] = line.split("\t");
    return status === "installed" ? [{ name, version, source, sourceVersion }] : [];
  });
}

/** Whether dpkg itself calls one version older than another. */
export function dpkgIsOlder(version: string, than: string): boolean {
  return spawnSync("dpkg", ["--compare-versions", version, "lt", than]).status === 0;
}
