import { createHash } from "node:crypto";
import type { Software } from "#engines/vulnerability-types";

/** A hash of everything that matching reads: software with equal keys has equal matches. 43 characters, base64url of SHA-256. */
export function softwareKey(software: Software): string {
  const { distribution, release, source, version, hasEpoch } = software.package ?? {};
  const { binaries, rebuild } = software.package ?? {};
  // Left out where there are none: the keys of services are kept in the database.
  const more = [binaries?.map((one) => [one.name, one.version]), rebuild];
  const read = [
    software.cpes,
    software.platform,
    software.package === null
      ? null
      : [
          distribution,
          release,
          source,
          version,
          hasEpoch,
          ...more.filter((one) => one !== undefined),
        ],
    software.ecosystem,
    software.confidence,
  ];
  return createHash("sha256").update(JSON.stringify(read)).digest("base64url");
}
