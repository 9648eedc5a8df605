import { app } from "./app.ts";
import { audits } from "./audits.ts";
import { account } from "./account.ts";
import { exposure } from "./exposure.ts";
import { forms } from "./forms.ts";
import { identity } from "./identity.ts";
import { incidents } from "./incidents.ts";
import { overview } from "./overview.ts";
import { scans } from "./scans.ts";
import { sensorForm } from "./sensor-form.ts";
import { sensors } from "./sensors.ts";
import { settings } from "./settings.ts";

/** English: the first catalogue, whose keys the others share. */
export const en = {
  ...app,
  ...account,
  ...audits,
  ...overview,
  ...sensors,
  ...sensorForm,
  ...forms,
  ...incidents,
  ...exposure,
  ...scans,
  ...identity,
  ...settings,
} as const;
