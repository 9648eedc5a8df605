import type { Trust } from "#engines/active-directory";

/** trustDirection, MS-ADTS 6.1.6.7.12. */
const trustDirection = { inbound: 1, outbound: 2 } as const;

/** trustType, MS-ADTS 6.1.6.7.15. */
export const trustType = { downlevel: 1, uplevel: 2 } as const;

/** trustAttributes, MS-ADTS 6.1.6.7.9. */
export const trustAttributes = {
  quarantined: 0x4,
  forestTransitive: 0x8,
  withinForest: 0x20,
  treatAsExternal: 0x40,
  usesAes: 0x100,
  noTicketDelegation: 0x200,
  privilegedIdentities: 0x400,
  ticketDelegation: 0x800,
  treeParent: 0x40_00_00,
  treeRoot: 0x80_00_00,
} as const;

/** Whether a trust has an attribute. */
export function has({ attributes }: Pick<Trust, "attributes">, bit: keyof typeof trustAttributes) {
  return (attributes & trustAttributes[bit]) !== 0;
}

/** Whether this domain believes the partner's accounts. */
export function isOutbound({ direction }: Pick<Trust, "direction">): boolean {
  return (direction & trustDirection.outbound) !== 0;
}

/** Whether the partner believes this domain's accounts. */
export function isInbound({ direction }: Pick<Trust, "direction">): boolean {
  return (direction & trustDirection.inbound) !== 0;
}
