import ipaddr from "ipaddr.js";

/** Operators say so of what is reachable from outside in a way that its address does not tell, such as by forwarding. */
const facingTag = "internet-facing";

/** Whether anybody on the Internet can reach the asset: it has a public address, or is tagged `internet-facing`. */
export function isInternetFacing(asset: {
  readonly ip: string | null;
  readonly tags: readonly string[];
}): boolean {
  if (asset.tags.some((tag) => tag.toLowerCase() === facingTag)) return true;
  return asset.ip !== null && ipaddr.process(asset.ip).range() === "unicast";
}
