import type { Cpe, Software } from "#engines/vulnerability-types";

type Platform = NonNullable<Software["platform"]>;

const linuxVendors = new Set([
  "linux",
  "debian",
  "canonical",
  "redhat",
  "fedoraproject",
  "centos",
  "almalinux",
  "rocky",
  "suse",
  "opensuse",
  "alpinelinux",
  "archlinux",
  "gentoo",
  "oracle",
  "amazon",
]);
const notLinux = /solaris|zfs|firmware/;

/** The platform that an operating system's CPE stands for; `null` when it is none of ours, such as a device's firmware. */
export function platformOfCpe({ part, vendor, product }: Cpe): Platform | null {
  if (part !== "o") return null;
  if (vendor === "microsoft" && product.startsWith("windows")) return "windows";
  if (vendor === "apple" && /^(mac_?os|mac_os_x)/.test(product)) return "macos";
  if (/^(freebsd|openbsd|netbsd|dragonflybsd)$/.test(product)) return "bsd";
  if (linuxVendors.has(vendor) && !notLinux.test(product)) return "linux";
  return null;
}

const words: readonly [pattern: RegExp, platform: Platform | "elsewhere"][] = [
  [/^(microsoft )?windows/, "windows"],
  [/linux|^(debian|ubuntu|fedora|centos|red ?hat|suse|alpine)/, "linux"],
  [/^(mac ?os|macos|os x)/, "macos"],
  [/bsd$/, "bsd"],
  [/^(ios|iphone|ipados|android|tvos|watchos|visionos)/, "elsewhere"],
];

/**
 * Whether a name of a platform as CNAs and CPE's `target_sw` write it (`Windows`, `mac_os`, `iphone_os`) is this one; `null` when
 * it names no operating system, such as `x86` or `wordpress`, or when ours is not known.
 */
export function isPlatform(name: string, ours: Software["platform"]): boolean | null {
  const text = name.toLowerCase().replaceAll("_", " ").trim();
  const named = words.find(([pattern]) => pattern.test(text))?.[1];
  return named === undefined || ours === null ? null : named === ours;
}
