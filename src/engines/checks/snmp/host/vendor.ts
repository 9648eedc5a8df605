import { isBelow, type Oid } from "../codec/oid.ts";
import { type Vendor, vendors } from "../mib/host.ts";

/** Whose objects to look for, by the enterprise in sysObjectID; `null` when it is none that we know. */
export function vendorOf(sysObjectId: Oid | null): Vendor | null {
  if (sysObjectId === null) return null;
  for (const vendor of ["cisco", "juniper", "hp"] as const) {
    if (isBelow(sysObjectId, vendors[vendor])) return vendor;
  }
  return null;
}
