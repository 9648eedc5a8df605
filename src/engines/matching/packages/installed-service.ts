import type { HostFacts, PackageFacts } from "#engines/inventory-types";
import type { ServiceFacts } from "#engines/scan-types";
import { type Cpe, parseCpe, productKey, type Software } from "#engines/vulnerability-types";
import { sourcePackageOf } from "../products/source-packages.ts";
import { softwareOf } from "../software.ts";
import { splitDpkg } from "../versions/dpkg.ts";
import { distributionOf } from "./distribution.ts";
import { softwareOfPackages } from "./software-of-packages.ts";

/** Source packages of a host that a service may have come in: those to look up for {@link installedService}. */
export function sourcesOfService(facts: ServiceFacts, host: HostFacts): string[] {
  return productsOf(facts, host).map(({ source }) => source);
}

/**
 * What a service is, where the packages of its host are known: the installed package when that holds the version which the
 * service shows. So a server that hides its revision is judged by the revision that is there.
 *
 * @param installed packages built from {@link sourcesOfService}.
 * @returns `null`: the packages tell nothing of it. What shows another version runs since before an update, or came from
 * elsewhere; what shows its own revision is the best witness of itself.
 */
export function installedService(
  facts: ServiceFacts,
  host: HostFacts,
  installed: readonly PackageFacts[],
): Software | null {
  const shown = softwareOf(facts, {});
  if (shown === null) return null;
  const revision = shown.package?.version ?? null;
  if (revision !== null && splitDpkg(revision).revision !== null) return null;
  for (const { source, version } of productsOf(facts, host)) {
    const of = installed.filter((one) => one.source === source);
    const [packaged] = softwareOfPackages(host, of).judged;
    const own = packaged?.software.package ?? null;
    const held = own?.version ?? null;
    if (held === null || upstreamOf(held) !== upstreamOf(version)) continue;
    return { ...shown, platform: "linux", package: own };
  }
  return null;
}

function productsOf(facts: ServiceFacts, host: HostFacts): { source: string; version: string }[] {
  const distribution = distributionOf(host);
  if (typeof distribution === "string") return [];
  return facts.cpes.flatMap((text) => {
    const cpe = parseCpe(text);
    const version = cpe === null ? null : versionOf(cpe);
    if (cpe === null || version === null) return [];
    const source = sourcePackageOf(distribution.distribution, productKey(cpe), version);
    return source === null ? [] : [{ source, version }];
  });
}

/** `9.2p1` of a CPE with version `9.2` and update `p1`. */
function versionOf({ version, update }: Cpe): string | null {
  if (version === "*" || version === "-") return null;
  return update === "*" || update === "-" ? version : version + update;
}

/** The project's own number: without epoch, revision, and what distributions put behind it when they repack. */
function upstreamOf(version: string): string {
  const { upstream } = splitDpkg(version);
  return upstream.replace(/[+~.](?:dfsg|ds|repack)[\d.]*$/, "").replace(/_p(?=\d)/, "p");
}
