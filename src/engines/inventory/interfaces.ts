import { networkInterfaces, type NetworkInterfaceInfo } from "node:os";
import type { HostFacts } from "#engines/inventory-types";
import { parseIp, withoutZone } from "#lib/ip";
import type { Tell } from "./blind-spots.ts";
import { sortedByText } from "./by-text.ts";
import { fact } from "./fact.ts";
import { errorCode, type HostFiles } from "./host-files.ts";

type Interface = HostFacts["interfaces"][number];

/** What node:os tells: interfaces that are up and have an address. */
export type SeenInterfaces = NodeJS.Dict<NetworkInterfaceInfo[]>;

/** The most that an inventory has room for. */
const maxInterfaces = 200;
const maxAddresses = 100;

/**
 * Interfaces that only connect containers and virtual machines of this host, by the names that their programs give them:
 * Docker, Podman, libvirt, LXC, Incus, Kubernetes' networks (CNI, Flannel, Calico, Cilium), Proxmox; Hyper-V's switch for its
 * own machines; macOS' links between devices, which have another MAC each day.
 */
const inner =
  /^(lo|veth.*|docker0|docker_gwbridge|br-[0-9a-f]{12}|podman\d*|virbr\d+(-nic)?|vnet\d+|lxc.*|lxdbr\d+|incusbr\d+|cni.*|flannel.*|cali.*|vxlan\.calico|tunl\d+|cilium_.*|kube-ipvs\d+|(fwbr|fwln|fwpr|tap)\d+[ip]\d+|vEthernet \((Default Switch|WSL.*|nat)\)|(awdl|llw|anpi)\d+)$/;

/** Asks the operating system. Empty, and a blind spot, where it may not be asked. */
export function askInterfaces(tell: Tell): SeenInterfaces {
  try {
    return networkInterfaces();
  } catch (error) {
    // The sandbox of a service may forbid the kind of socket that this needs (AF_NETLINK).
    tell(
      "interfaces",
      `The network interfaces cannot be listed (${errorCode(error)}): allow netlink sockets.`,
    );
    return {};
  }
}

/** MAC addresses of Linux' interfaces that are up, whether they have an address or not, by name. */
export async function readLinks(files: HostFiles): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  const isUp = 0x1; // linux/if.h, IFF_UP
  for (const name of await files.list("/sys/class/net")) {
    if (inner.test(name)) continue;
    const flags = Number(await files.line(`/sys/class/net/${name}/flags`));
    const mac = await files.line(`/sys/class/net/${name}/address`);
    if ((flags & isUp) !== 0 && mac !== null) links.set(name, mac);
  }
  return links;
}

/** The interfaces of a host, and what it is known by there. */
export function interfacesOf(
  seen: SeenInterfaces,
  links: ReadonlyMap<string, string>,
  tell: Tell,
): Interface[] {
  const names = [...new Set([...Object.keys(seen), ...links.keys()])];
  const found = names.flatMap((name): Interface[] => {
    const infos = (seen[name] ?? []).filter(({ internal }) => !internal);
    const mac = macOf(infos[0]?.mac ?? "") ?? macOf(links.get(name) ?? "");
    const addresses = [...new Set(infos.flatMap(({ address }) => globalAddress(address) ?? []))];
    if (inner.test(name) || (mac === null && addresses.length === 0)) return [];
    return [{ name: fact(name, 50), mac, addresses: addresses.toSorted().slice(0, maxAddresses) }];
  });
  if (found.length > maxInterfaces) {
    tell("interfaces", `There are more than ${maxInterfaces} interfaces; the others are left out.`);
  }
  return sortedByText(found, ({ name }) => name).slice(0, maxInterfaces);
}

/** An address that is known beyond its link, in its one spelling; `null`: it is none. */
export function globalAddress(text: string): string | null {
  const address = parseIp(withoutZone(text))?.address ?? null;
  // RFC 3927 and RFC 4291 section 2.5.6: link-local.
  return address === null || /^(169\.254\.|fe[89ab][0-9a-f]:)/.test(address) ? null : address;
}

function macOf(text: string): string | null {
  const mac = text.toLowerCase();
  const isNone = mac === "00:00:00:00:00:00" || mac === "ff:ff:ff:ff:ff:ff";
  return /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/.test(mac) && !isNone ? mac : null;
}
