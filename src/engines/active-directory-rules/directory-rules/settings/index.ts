import type { Domain } from "#engines/active-directory";
import type { Rule } from "#engines/directory-types";
import { dnsUpdates } from "./dns-updates.ts";
import { domainSettings } from "./domain-settings.ts";
import { functionalLevel } from "./functional-level.ts";
import { guestEnabled } from "./guest-enabled.ts";
import { heuristicRules } from "./heuristics.ts";
import { preWindows2000Access } from "./pre-windows-2000-access.ts";
import { reversibleEncryption } from "./reversible-encryption.ts";

/** Rules about what is set for the whole domain. */
export const settingRules: readonly Rule<Domain>[] = [
  reversibleEncryption,
  ...domainSettings,
  guestEnabled,
  preWindows2000Access,
  ...heuristicRules,
  functionalLevel,
  dnsUpdates,
];
