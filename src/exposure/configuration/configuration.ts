import type { ScanType } from "#engines/scan-types";
import type { ScanSettings } from "#exposure/scans";

/** What configuration files say about the exposure service of one tenant, valid in itself and with defaults filled in. */
export interface ExposureConfiguration {
  sites: readonly DeclaredSite[];
  probes: readonly DeclaredProbe[];
  scans: readonly DeclaredScan[];
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
