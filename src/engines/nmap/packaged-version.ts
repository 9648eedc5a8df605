import type { ServiceFacts } from "#engines/scan-types";

/** What nmap's `version` and `extrainfo` say of a service's version and of the distribution that packaged it. */
export type PackagedVersion = Pick<ServiceFacts, "version" | "package">;

const distributions = { Debian: "debian", Ubuntu: "ubuntu" } as const;

/**
 * Takes apart what nmap puts together: `9.2p1 Debian 2+deb12u3` is version 9.2p1 in Debian's revision 2+deb12u3, which may have
 * been mended long since; with `(Ubuntu)` in the extra information the distribution alone is known.
 */
export function packagedVersion(version: string, extraInfo: string): PackagedVersion {
  const [, upstream, name, revision] = /^(\S+) (Debian|Ubuntu)[ -](\S+)$/.exec(version) ?? [];
  if (upstream !== undefined && isDistribution(name)) {
    const whole = `${upstream}-${revision ?? ""}`;
    return { version: upstream, package: { distribution: distributions[name], version: whole } };
  }
  const [, told] = /\((Debian|Ubuntu)\b/.exec(extraInfo) ?? [];
  return {
    ...(version === "" ? {} : { version }),
    ...(isDistribution(told) ? { package: { distribution: distributions[told] } } : {}),
  };
}

function isDistribution(name: string | undefined): name is keyof typeof distributions {
  return name === "Debian" || name === "Ubuntu";
}
