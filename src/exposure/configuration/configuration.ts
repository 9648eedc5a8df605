import type { ScanType } from "#engines/scan-types";
import type { DirectorySettings } from "#exposure/directories";
import type { ScanSettings } from "#exposure/scans";

/** What configuration files say about the exposure service of one tenant, valid in itself and with defaults filled in. */
export interface ExposureConfiguration {
  sites: readonly DeclaredSite[];
  probes: readonly DeclaredProbe[];
  scans: readonly DeclaredScan[];
  bundles: readonly DeclaredBundle[];
  audits: readonly DeclaredAudit[];
  directories: readonly DeclaredDirectory[];
}

/** A site as a file declares it. */
export interface DeclaredSite {
  name: string;
  company: string | null;
  subnets: readonly string[];
  timeZone: string;
}

/** A probe. Empty lists say nothing; a non-empty `allow` refuses every target outside of it. */
export interface DeclaredProbe {
  name: string;
  company: string | null;
  /** Networks such as `10.0.0.0/8`. */
  allow: readonly string[];
  deny: readonly string[];
}

/** A scan as a file declares it; names stand for what they name. */
export interface DeclaredScan {
  name: string;
  site: string;
  /** `null`: the embedded one. */
  probe: string | null;
  scanType: ScanType;
  targets: readonly string[];
  schedule: string | null;
  /** `null`: that of the site. */
  timeZone: string | null;
  enabled: boolean;
  settings: ScanSettings;
}

/** A bundle as a file declares it. */
export interface DeclaredBundle {
  name: string;
  content:
    | {
        source: "file";
        /** Where the data stream is: absolute, or from the working folder. */
        path: string;
      }
    /** A data stream that hosts have of their distribution: its name, without a folder. */
    | { source: "content"; fileName: string };
}

/** An audit as a file declares it; names stand for what they name. */
export interface DeclaredAudit {
  name: string;
  bundle: string;
  /** Its id, or the end of it. */
  profile: string;
  /** `null`: hosts of all sites. */
  site: string | null;
  /** Hosts with at least one of these; none: with whatever tags. */
  tags: readonly string[];
  schedule: string | null;
  /** `null`: that of the site. */
  timeZone: string | null;
  enabled: boolean;
  timeLimitSec: number;
  memoryLimitMb: number;
  keepArf: boolean;
}

/** A directory as a file declares it; names stand for what they name. */
export interface DeclaredDirectory {
  name: string;
  /** `null`: it belongs nowhere in particular. */
  site: string | null;
  /** `null`: the embedded one. */
  probe: string | null;
  /** Without what stands in a file of its own, see {@link caFile}. */
  settings: DirectorySettings;
  /** Where the certificates are that its own must come from: absolute, or from the working folder; `null`: no such file. */
  caFile: string | null;
  /** The password or the client secret. */
  secret: string;
  schedule: string | null;
  /** `null`: that of the site. */
  timeZone: string | null;
  enabled: boolean;
}
