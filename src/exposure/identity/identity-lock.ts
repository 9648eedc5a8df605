/**
 * The lock under which the identity findings and exceptions of a tenant change. It is taken before rows of directories and
 * assessments are locked, and after the lock of the other findings.
 */
export function identityLock(tenantId: string): string {
  return `identity:${tenantId}`;
}
