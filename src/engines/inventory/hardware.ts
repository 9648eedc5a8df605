import type { HostFacts } from "#engines/inventory-types";
import type { Tell } from "./blind-spots.ts";
import { isContainer } from "./container.ts";
import { factOrNull } from "./fact.ts";
import type { HostFiles } from "./host-files.ts";

type Hardware = HostFacts["hardware"];

const dmi = "/sys/class/dmi/id";

/**
 * The machine, by its firmware: SMBIOS, or the device tree of small boards. A container has none of its own: what can be read
 * in it is its host's, and two containers would be taken for one machine.
 */
export async function readHardware(files: HostFiles, tell: Tell): Promise<Hardware> {
  if (await isContainer(files)) {
    return { uuid: null, vendor: null, product: null, kind: "container" };
  }
  const vendor = named(await files.line(`${dmi}/sys_vendor`));
  const model = (await files.read("/sys/firmware/devicetree/base/model")).text?.replaceAll(
    "\0",
    "",
  );
  const product = named(await files.line(`${dmi}/product_name`)) ?? named(model ?? null);
  const cpuinfo = (await files.read("/proc/cpuinfo")).text ?? "";
  const xen = (await files.line("/proc/xen/capabilities")) ?? "";
  return {
    uuid: await readUuid(files, tell),
    vendor,
    product,
    kind: kindOf({ vendor, product, cpuinfo, isXenHost: xen.includes("control_d") }),
  };
}

async function readUuid(files: HostFiles, tell: Tell): Promise<string | null> {
  // Xen's paravirtual machines have no firmware, and their UUID from Xen.
  for (const path of [`${dmi}/product_uuid`, "/sys/hypervisor/uuid"]) {
    const { text, problem } = await files.read(path);
    if (problem === "denied") {
      tell(
        "hardware",
        "The machine's UUID is for root alone: run the agent as root, and it stays known by it.",
      );
    }
    const uuid = text === null ? null : uuidOf(text);
    if (uuid !== null) return uuid;
  }
  return null;
}

/**
 * UUIDs that firmware has before anybody sets it: osquery's list (osquery/core/system.cpp, kPlaceholderHardwareUUIDList) and
 * that of GLPI's inventory (src/Glpi/Inventory, $invalidUuids), both also with the bytes of the first three parts the other way
 * round; the last is Dell's for a service tag of spaces.
 */
const placeholders: ReadonlySet<string> = new Set([
  "03000200-0400-0500-0006-000700080009",
  "00020003-0004-0005-0006-000700080009",
  "02000100-0300-0400-0005-000600070008",
  "03020100-0504-0706-0809-0a0b0c0d0e0f",
  "00010203-0405-0607-0809-0a0b0c0d0e0f",
  "10000000-0000-8000-0040-000000000000",
  "12345678-1234-5678-90ab-cddeefaabbcc",
  "12345678-1234-1234-1234-123456789abc",
  "ffffff00-ffff-ffff-ffff-ffffffffffff",
  "4c4c4544-0000-2010-8020-80c04f202020",
]);

/** In lower case; `null`: it is none (`Not Settable`), or one that many machines share. */
export function uuidOf(text: string): string | null {
  const uuid = text.trim().toLowerCase();
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) return null;
  // SMBIOS (DMTF DSP0134) section 7.2.1: all 0 is "not set", all 1 "not present"; other firmware repeats another byte.
  const isOneByte = /^(..)\1{15}$/.test(uuid.replaceAll("-", ""));
  const hasEmptyHead = uuid.startsWith("00000000-0000-0000-0000-");
  return isOneByte || hasEmptyHead || placeholders.has(uuid) ? null : uuid;
}

/** What firmware says before anybody names the machine. */
const unnamed =
  /^(to be filled by o\.?e\.?m\.?|system (manufacturer|product name|version)|default string|o\.?e\.?m\.?|not (specified|applicable|available)|unknown|none|n\/a|invalid|-+|0+)$/i;

function named(text: string | null): string | null {
  const name = factOrNull(text, 100);
  return name === null || unnamed.test(name) ? null : name;
}

/**
 * Names that only virtual machines have. Sources: the table of systemd-detect-virt(1) (src/basic/virt.c) and virt-what(1);
 * Microsoft and Google make real machines too, so there the product says it.
 */
const virtualVendor =
  /^(qemu|vmware|innotek|xen$|bochs|parallels|bhyve|openstack|ovirt|amazon ec2|alibaba cloud|digitalocean|hetzner|scaleway|nutanix|kubevirt|linode|vultr|upcloud|tencent cloud|huawei cloud|exoscale|apple virtualization)/i;
const virtualProduct =
  /^(virtual machine$|google compute engine|kvm|qemu|standard pc|vmware|virtualbox|parallels|hvm domu|bhyve|rhev|ahv$|openstack|openstack nova|droplet|vserver|linux,dummy-virt|crosvm|apple virtualization)/i;

function kindOf(machine: {
  vendor: string | null;
  product: string | null;
  cpuinfo: string;
  isXenHost: boolean;
}): Hardware["kind"] {
  const { vendor, product, cpuinfo, isXenHost } = machine;
  // Amazon's machines without a hypervisor: `m7i.metal-24xl`.
  if (/^amazon ec2/i.test(vendor ?? "") && /\.metal(-|$)/.test(product ?? "")) return "physical";
  if (virtualVendor.test(vendor ?? "") || virtualProduct.test(product ?? "")) return "virtual";
  const isKnown = vendor !== null || product !== null;
  // The host of Xen's machines runs on Xen itself, and is no less a real machine.
  if (isXenHost) return isKnown ? "physical" : "unknown";
  if (/^flags\s*:.*\shypervisor(\s|$)/m.test(cpuinfo)) return "virtual";
  return isKnown ? "physical" : "unknown";
}
