import type {
  ActiveDirectorySpec,
  DirectoryFacts,
  DirectorySpec,
  DirectoryType,
  EntraSpec,
} from "#engines/directory-types";

/** How a directory is reached and judged: its spec without the password of the account or the secret of the application. */
export type DirectorySettings =
  | Omit<ActiveDirectorySpec, "password">
  | Omit<EntraSpec, "clientSecret">;

/** A declared directory: what is to be assessed, by which probe, and when. */
export interface Directory {
  id: string;
  /** Unique within the tenant. */
  name: string;
  /** That of the settings. */
  type: DirectoryType;
  /** Where it belongs; `null`: nowhere in particular. */
  siteId: string | null;
  probeId: string;
  settings: DirectorySettings;
  /** Five-field cron in `timeZone`; `null`: only when asked to. */
  schedule: string | null;
  timeZone: string;
  /** False: the schedule rests. It can still be asked for. */
  enabled: boolean;
}

/** How it goes with a directory, true at all times; all in Unix epoch milliseconds. As with scans. */
export interface DirectoryHistory {
  /** When the latest assessment that completed had begun. */
  lastRunAt: number | null;
  /** When one was last asked for or due. */
  lastAttemptAt: number | null;
  /** `null`: it has no schedule, or rests. */
  nextRunAt: number | null;
  /** Why what ended last (or was skipped last) was no good, a sentence; `null` from when one completes. */
  lastError: string | null;
  /** Of the latest that completed. */
  facts: DirectoryFacts | null;
}

/** The whole of what a probe is to do. It holds the secret. */
export function specOf(directory: Pick<Directory, "settings">, secret: string): DirectorySpec {
  const { settings } = directory;
  return settings.type === "entra"
    ? { ...settings, clientSecret: secret }
    : { ...settings, password: secret };
}

/** What the secret of a directory is called, for sentences. */
export function secretWord(type: DirectoryType): string {
  return type === "entra" ? "client secret" : "password";
}
