import type { HostFacts } from "#engines/inventory-types";
import { parseIp } from "#lib/ip";
import { Problem } from "#platform/errors";

const mac = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Refuses what a host cannot be recognised by, though it is said to be an address, a MAC address or a UUID: each has one
 * spelling, or one host would be several, and two would have one address.
 *
 * @throws Problem `invalid_request` that says what is wrong and where.
 */
export function checkHost({ hardware, interfaces, primaryAddress }: HostFacts): void {
  if (hardware.uuid !== null && !uuid.test(hardware.uuid)) {
    throw refusal("/hardware/uuid", "a UUID in lower case");
  }
  if (primaryAddress !== null && !isAddress(primaryAddress)) {
    throw refusal("/primaryAddress", "an address in its usual form");
  }
  for (const [i, one] of interfaces.entries()) {
    if (one.mac !== null && !mac.test(one.mac)) {
      throw refusal(`/interfaces/${i}/mac`, "a MAC address in lower case with colons");
    }
    const wrong = one.addresses.findIndex((address) => !isAddress(address));
    if (wrong >= 0) {
      throw refusal(`/interfaces/${i}/addresses/${wrong}`, "an address in its usual form");
    }
  }
}

function isAddress(text: string): boolean {
  return !text.includes("%") && parseIp(text)?.address === text;
}

function refusal(path: string, expected: string): Problem {
  const message = `must be ${expected}`;
  return new Problem("invalid_request", `The inventory cannot be used: /host${path} ${message}.`, {
    details: [{ path: `/host${path}`, message }],
  });
}
