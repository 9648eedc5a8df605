import { Accordion, Radio, Stack, Switch } from "@mantine/core";
import type { Declaration } from "../../kit/declaration.ts";
import { LinesField } from "../../kit/lines-field.tsx";
import { NameField } from "../../kit/name-field.tsx";
import { NameSelect } from "../../kit/name-select.tsx";
import { ownZone } from "../../kit/own-zone.ts";
import { ScheduleField } from "../../kit/schedule-field.tsx";
import { t } from "../../text/text.ts";
import { ScanSettings } from "./scan-settings.tsx";

const types = ["full", "ports", "discovery"] as const;

/** The fields of a scan, as the configuration file has them. */
export function ScanForm({ declaration }: { declaration: Declaration<"Scan"> }) {
  const { item, change, errorOf, touch } = declaration;
  const setType = (value: string) => {
    const type = types.find((each) => each === value) ?? "full";
    const asked = { nmap: undefined, includeFragile: undefined, udpPorts: undefined };
    // What a scan of this type would never heed is refused.
    change({
      type,
      ...(type === "full" ? {} : asked),
      ...(type === "discovery" ? { ports: undefined } : {}),
    });
  };
  return (
    <Stack gap="md">
      <NameField declaration={declaration} hint={t("scans.nameHint")} />
      <NameSelect
        operation="listSiteNames"
        label={t("scans.site")}
        hint={t("scans.siteHint")}
        value={item.site === "" ? null : item.site}
        onChange={(site) => change({ site: site ?? "" })}
        error={errorOf("/site")}
      />
      <Radio.Group label={t("scans.type")} value={item.type} onChange={setType}>
        <Stack gap={6} mt={6}>
          {types.map((type) => (
            <Radio
              key={type}
              value={type}
              label={t(`scans.type.${type}`)}
              description={t(`scans.typeHint.${type}`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      <LinesField
        label={t("scans.targets")}
        hint={t("scans.targetsHint")}
        lines={item.targets}
        onChange={(targets) => change({ targets })}
        onBlur={() => touch("/targets")}
        error={errorOf("/targets")}
        required
      />
      <ScheduleField
        value={item.schedule ?? ""}
        zone={item.timezone ?? ownZone}
        onChange={(schedule, timezone) =>
          change({ schedule: schedule === "" ? undefined : schedule, timezone })
        }
        error={errorOf("/timezone")}
      />
      <Switch
        label={t("scans.enabled")}
        description={t("scans.enabledHint")}
        checked={item.enabled !== false}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <Accordion variant="contained" chevronPosition="left">
        <Accordion.Item value="more">
          <Accordion.Control>{t("scans.more")}</Accordion.Control>
          <Accordion.Panel>
            <ScanSettings declaration={declaration} />
          </Accordion.Panel>
        </Accordion.Item>
      </Accordion>
    </Stack>
  );
}
