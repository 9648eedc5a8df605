import type { DeclaredSensor } from "#monitor/sensors";

/** What configuration files say about the monitoring of one tenant, valid in itself and with defaults filled in. */
export interface Configuration {
  collectors: readonly DeclaredCollector[];
  sensors: readonly DeclaredSensor[];
  maintenance: readonly DeclaredMaintenance[];
}

/** A remote collector. Empty lists say nothing; a non-empty `allow` refuses every target outside of it. */
export interface DeclaredCollector {
  name: string;
  /** Networks such as `10.0.0.0/8`. */
  allow: readonly string[];
  deny: readonly string[];
}

/** A maintenance window, checked, with times in epoch milliseconds. All lists empty: it covers everything. */
export interface DeclaredMaintenance {
  name: string;
  startsAt: number | null;
  endsAt: number | null;
  cron: string | null;
  timeZone: string;
  durationMin: number | null;
  sensors: readonly string[];
  tags: readonly string[];
  companies: readonly string[];
}

/** Polled once a minute, unless it says otherwise. */
export const defaultIntervalSec = 60;
