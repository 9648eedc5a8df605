import type { HostFacts, PackageFacts } from "#engines/inventory-types";

/** How each package manager updates what is installed and nothing else. */
const commands: Readonly<Record<NonNullable<HostFacts["packageManager"]>, string>> = {
  dpkg: "apt-get install --only-upgrade",
  rpm: "dnf upgrade",
  apk: "apk upgrade",
};

/** SUSE's has the same packages and another command, and so had Red Hat's until the seventh release. */
const suse = "zypper update";
const yum = "yum update";

/** What package managers allow in names (Debian Policy 5.6.1; RPM and apk likewise): nothing that a shell would take for more. */
const plainName = /^[A-Za-z0-9][A-Za-z0-9._+-]*$/;

/**
 * The command that brings the fix, for a person to read and run: nothing here runs it. `null` when there is no fix, no
 * package manager that is known, or a name that is none.
 */
export function fixCommand(
  { os, packageManager }: HostFacts,
  binaries: readonly PackageFacts[],
  fixedVersion: string | null,
): string | null {
  if (fixedVersion === null || packageManager === null || binaries.length === 0) return null;
  const names = [...new Set(binaries.map(({ name }) => name))].toSorted();
  if (!names.every((name) => plainName.test(name))) return null;
  return [commandOf(os, packageManager), ...names].join(" ");
}

function commandOf(
  { id, like, version }: HostFacts["os"],
  packageManager: NonNullable<HostFacts["packageManager"]>,
): string {
  if (packageManager !== "rpm") return commands[packageManager];
  if ([id, ...like].some((one) => /suse|sles/.test(one))) return suse;
  return Number.parseInt(version ?? "", 10) < 8 ? yum : commands.rpm;
}
