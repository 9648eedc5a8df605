import { createAddressSet, parseCidr } from "#lib/cidr";
import type { RemoteKind } from "#wire/enrolment.v1";

/** Why an address is forbidden as a target, as the end of a sentence; `null`: it may be asked. */
export type TargetGuard = (address: string, host: string) => string | null;

/** Which addresses a remote part may touch, as the server says it. */
export interface TargetRule {
  part: RemoteKind;
  /** CIDRs and addresses. */
  allow: readonly string[];
  deny: readonly string[];
  /** Whether an allow list may name the very address of a cloud's metadata. */
  metadata: "never" | "named";
}

/**
 * Where clouds hand credentials to whoever asks from inside a machine. A service whose users choose the targets must not
 * fetch them.
 */
const metadataAddresses = [
  "169.254.169.254", // AWS, Azure, Google, Oracle, DigitalOcean, OpenStack, Hetzner …
  "169.254.170.2", // AWS container credentials
  "169.254.170.23", // AWS EKS pod identity
  "169.254.42.42", // Scaleway
  "100.100.100.200", // Alibaba
  "168.63.129.16", // Azure's wire server
  "192.0.0.192", // Oracle, older
  "fd00:ec2::254", // AWS
  "fd00:ec2::23", // AWS EKS pod identity
  "fd20:ce::254", // Google
  "fd00:42::42", // Scaleway
];
const metadataNames = new Set([
  "metadata.google.internal",
  "metadata.goog",
  "instance-data.ec2.internal",
]);

/**
 * Makes the rule for targets. `deny` always wins; a non-empty `allow` forbids the rest; cloud metadata is forbidden unless
 * it may be named and `allow` names the very address, not just a block around it. Lists that cannot be read forbid
 * everything.
 */
export function createTargetGuard(rule: TargetRule): TargetGuard {
  const { part } = rule;
  const bad = [...rule.allow, ...rule.deny].find((text) => parseCidr(text) === null);
  if (bad !== undefined) {
    return () =>
      `the ${part}'s target lists hold ${JSON.stringify(bad)}, which is no address block`;
  }
  const allow = setOf(rule.allow);
  const deny = setOf(rule.deny);
  const metadata = setOf(metadataAddresses);
  const named = setOf(rule.metadata === "named" ? rule.allow.filter(isSingleAddress) : []);
  return (address, host) => {
    if (deny.has(address)) return `the ${part}'s deny list forbids it`;
    const isMetadata = metadata.has(address) || metadataNames.has(withoutDot(host));
    if (isMetadata && !named.has(address))
      return "it serves a cloud's metadata, and credentials with it";
    if (rule.allow.length > 0 && !allow.has(address)) {
      return `the ${part}'s allow list does not have it`;
    }
    return null;
  };
}

function isSingleAddress(text: string): boolean {
  return !text.includes("/") || /\/(32|128)$/.test(text);
}

function setOf(texts: readonly string[]) {
  return createAddressSet(texts.flatMap((text) => parseCidr(text) ?? []));
}

function withoutDot(host: string): string {
  return host.toLowerCase().replace(/\.$/, "");
}
