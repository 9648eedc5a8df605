/**
 * The lock under which assets and findings of a tenant are changed by detectors: who an asset is depends on all others, so two
 * batches of one tenant are taken in one after the other.
 */
export function exposureLock(tenantId: string): string {
  return `exposure:${tenantId}`;
}
