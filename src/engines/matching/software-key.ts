import { createHash } from "node:crypto";
import type { Software } from "#engines/vulnerability-types";

/** A hash of everything that matching reads: software with equal keys has equal matches. 43 characters, base64url of SHA-256. */
export function softwareKey(software: Software): string {
  const { distribution, release, source, version, hasEpoch } = software.package ?? {};
  const read = [
    software.cpes,
    software.platform,
    software.package === null ? null : [distribution, release, source, version, hasEpoch],
    software.ecosystem,
    software.confidence,
  ];
  return createHash("sha256").update(JSON.stringify(read)).digest("base64url");
}
