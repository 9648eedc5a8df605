const windowMs = 60_000;
const allowedFailures = 20;
/** The address that failed longest ago is forgotten beyond this. */
const maxAddresses = 10_000;

/** Counts failed enrolments by address, so that tokens cannot be tried at speed. Attempts that succeed are free. */
export interface FailedEnrolments {
  /** Seconds until the address may try again; 0 when it may now. */
  waitSec(address: string, now: number): number;
  note(address: string, now: number): void;
}

export function createFailedEnrolments(): FailedEnrolments {
  const failures = new Map<string, { count: number; until: number }>();
  return {
    waitSec(address, now) {
      const failed = failures.get(address);
      if (failed === undefined || failed.count < allowedFailures || now >= failed.until) return 0;
      return Math.ceil((failed.until - now) / 1000);
    },
    note(address, now) {
      const failed = failures.get(address);
      if (failed !== undefined && now < failed.until) {
        failed.count++;
        return;
      }
      failures.delete(address);
      failures.set(address, { count: 1, until: now + windowMs });
      const [oldest] = failures.keys();
      if (failures.size > maxAddresses && oldest !== undefined) failures.delete(oldest);
    },
  };
}
