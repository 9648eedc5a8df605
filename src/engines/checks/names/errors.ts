/** The name has no address, or DNS cannot say. The message is a cause for people and begins with `DNS:`. */
export class NameNotResolved extends Error {
  override name = "NameNotResolved";
}

/** The address is forbidden as a target. The message names the address and the rule. */
export class TargetRefused extends Error {
  override name = "TargetRefused";
}
