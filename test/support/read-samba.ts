import { usualThresholds } from "#engines/directory-types";
import { readDomain } from "#engines/ldap";
import type { SambaDomain } from "#test/samba-domain";

/** A {@link SambaDomain} as the probe reads it: over LDAPS, by default with the eyes of its ordinary user. */
export async function readSamba(
  samba: SambaDomain,
  login: SambaDomain["reader"] = samba.reader,
): ReturnType<typeof readDomain> {
  return readDomain(
    {
      type: "active_directory",
      urls: [samba.url],
      ...login,
      ca: samba.ca,
      serverName: null,
      baseDn: null,
      thresholds: usualThresholds,
    },
    {
      signal: AbortSignal.timeout(60_000),
      now: Date.now,
      refuse: () => null,
      onProgress: () => undefined,
    },
  );
}
