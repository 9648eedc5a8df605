import { hostname, machine, release, uptime } from "node:os";
import type { HostFacts, Inventory } from "#engines/inventory-types";
import { createBlindSpots, type Tell } from "./blind-spots.ts";
import { bootTimeOfUptime, createSteadyTime, linuxBootTime } from "./boot-time.ts";
import { fact } from "./fact.ts";
import { readHardware } from "./hardware.ts";
import { type HostFiles, hostFiles } from "./host-files.ts";
import { hostNameOf, readHostName } from "./host-name.ts";
import { askInterfaces, interfacesOf, readLinks } from "./interfaces.ts";
import { readListeners } from "./listeners.ts";
import { readOsRelease } from "./os-release.ts";
import { readOtherOs } from "./other-systems.ts";
import { createPackageReader, type PackageReader } from "./packages.ts";
import { chosenSourceAddress, linuxPrimaryAddress } from "./primary-address.ts";

export interface InventoryReader {
  /** Everything of now. Never throws for what cannot be seen: that is a blind spot. */
  read(): Promise<Inventory>;
  /** A cheap text (a few stats) that is another one whenever the list of packages may have changed. */
  packagesStamp(): Promise<string>;
}

/**
 * Reads what is on a host. Lists are in order, so that an unchanged host gives an equal inventory.
 *
 * @param options.root another file system, such as an unpacked image's. It has no kernel: what only a kernel tells (release,
 * architecture, addresses) is empty, and its start 0, unless files of it say so.
 */
export function createInventoryReader(
  options: { root?: string; platform?: NodeJS.Platform } = {},
): InventoryReader {
  const { root = "/", platform = process.platform } = options;
  const files = hostFiles(root);
  const packages = createPackageReader(files);
  const steady = createSteadyTime();
  const isLinux = platform === "linux";
  return {
    async read() {
      const spots = createBlindSpots();
      const seen = isLinux
        ? await readLinux(files, packages, steady, spots.tell)
        : await readOther(platform, files, steady, spots.tell);
      return { ...seen, blindSpots: spots.all() };
    },
    packagesStamp: async () => (isLinux ? await packages.stamp() : ""),
  };
}

type Seen = Omit<Inventory, "blindSpots">;

async function readLinux(
  files: HostFiles,
  installed: PackageReader,
  steady: (reading: number) => number,
  tell: Tell,
): Promise<Seen> {
  const { isThisHost } = files;
  const os = await readOsRelease(files);
  const addresses = isThisHost ? askInterfaces(tell) : {};
  const bootedAt = (await linuxBootTime(files)) ?? (isThisHost ? runningSince() : 0);
  const { manager, packages } = await installed.read(os, tell);
  const kernel = (await files.line("/proc/sys/kernel/osrelease")) ?? (isThisHost ? release() : "");
  const host: HostFacts = {
    ...(await readHostName(files)),
    os,
    kernel: fact(kernel, 100),
    architecture: isThisHost ? fact(machine(), 50) : "",
    hardware: await readHardware(files, tell),
    interfaces: interfacesOf(addresses, await readLinks(files), tell),
    primaryAddress: await linuxPrimaryAddress(files, addresses),
    bootedAt: steady(bootedAt),
    packageManager: manager,
  };
  return { host, packages, listeners: await readListeners(files, tell) };
}

async function readOther(
  platform: NodeJS.Platform,
  files: HostFiles,
  steady: (reading: number) => number,
  tell: Tell,
): Promise<Seen> {
  const os = await readOtherOs(platform, files);
  tell("packages", "Installed software is read on Linux only.");
  tell(
    "listeners",
    "Listening ports are read on Linux only; a probe sees those that are open from outside.",
  );
  tell("hardware", "The machine's UUID, vendor and product are read on Linux only.");
  const host: HostFacts = {
    ...hostNameOf(hostname(), ""),
    os,
    kernel: fact(release(), 100),
    architecture: fact(machine(), 50),
    hardware: { uuid: null, vendor: null, product: null, kind: "unknown" },
    interfaces: interfacesOf(askInterfaces(tell), new Map(), tell),
    primaryAddress: await chosenSourceAddress(),
    bootedAt: steady(runningSince()),
    packageManager: null,
  };
  return { host, packages: [], listeners: [] };
}

/** By the uptime: to the minute, because that is counted in steps. */
function runningSince(): number {
  return bootTimeOfUptime(uptime(), Date.now());
}
