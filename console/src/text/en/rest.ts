import { account } from "./account.ts";
import { audits } from "./audits.ts";
import { exceptions } from "./exceptions.ts";
import { exposure } from "./exposure.ts";
import { forms } from "./forms.ts";
import { identity } from "./identity.ts";
import { incidents } from "./incidents.ts";
import { scans } from "./scans.ts";
import { sensorForm } from "./sensor-form.ts";
import { sensors } from "./sensors.ts";
import { settings } from "./settings.ts";

/** What every other page says. */
export const rest = {
  ...account,
  ...audits,
  ...exceptions,
  ...sensors,
  ...sensorForm,
  ...forms,
  ...incidents,
  ...exposure,
  ...scans,
  ...identity,
  ...settings,
} as const;
