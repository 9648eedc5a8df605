import { randomUUIDv7 } from "node:crypto";

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const tail = 12;
const tailEnd = 2 ** 48;

let last = "";

/**
 * A new UUIDv7 (RFC 9562 section 5.7) in lower case. Ids of one process ascend, also within one millisecond and while the
 * clock is set back: there the last 48 bits count on from the id before (section 6.2, method 2).
 */
export function newId(): string {
  let id: string = randomUUIDv7();
  while (id <= last) {
    const next = Number.parseInt(last.slice(-tail), 16) + 1;
    id =
      next < tailEnd
        ? last.slice(0, -tail) + next.toString(16).padStart(tail, "0")
        : randomUUIDv7();
  }
  last = id;
  return id;
}

/** True for a UUID in the one form that we hand out: lower case, with dashes. */
export function isId(text: string): boolean {
  return uuid.test(text);
}

/** Several new ids in ascending order. */
export function newIds(count: number): string[] {
  return Array.from({ length: count }, newId);
}
