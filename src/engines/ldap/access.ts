import type { SecurityDescriptor, Sid } from "#engines/active-directory";

/** ACCESS_MASK, MS-ADTS 5.1.3.2: RIGHT_DS_LIST_CONTENTS; GENERIC_READ and GENERIC_ALL have it. */
const listContents = 0x4 | 0x8000_0000 | 0x1000_0000;

/** Administrators, and the last parts of Domain Admins and Enterprise Admins. */
const administrators = "S-1-5-32-544";
const administratorRids: readonly string[] = ["-512", "-519"];

/** Whether somebody with these SIDs may see what is in a container; false as well when its permissions could not be read. */
export function mayList(descriptor: SecurityDescriptor | null, token: ReadonlySet<Sid>): boolean {
  if (descriptor === null) return false;
  if (descriptor.aces === null) return true;
  for (const ace of descriptor.aces) {
    if (ace.inheritOnly || ace.objectType !== null || !token.has(ace.sid)) continue;
    if ((ace.mask & listContents) !== 0) return ace.allow;
  }
  return false;
}

/** Whether it is an administrator of the domain or the forest, who sees what is kept from others. */
export function isAdministrator(token: ReadonlySet<Sid>): boolean {
  if (token.has(administrators)) return true;
  return [...token].some((sid) => administratorRids.some((rid) => sid.endsWith(rid)));
}
