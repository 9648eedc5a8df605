import { randomUUIDv7 } from "node:crypto";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A new UUIDv7 (RFC 9562 section 5.7) in lower case: ids sort by the time at which they were made. */
export function newId(): string {
  return randomUUIDv7();
}

/** True for a UUID in the one form that we hand out: lower case, with dashes. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** Several new ids in ascending order; ids of one millisecond would otherwise come in any. */
export function newIds(count: number): string[] {
  return Array.from({ length: count }, newId).toSorted();
}
