/** The lock under which the identity findings and exceptions of a tenant change. */
export function identityLock(tenantId: string): string {
  return `identity:${tenantId}`;
}
