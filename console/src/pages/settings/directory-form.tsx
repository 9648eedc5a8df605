import { SegmentedControl, Stack, Switch } from "@mantine/core";
import type { Declaration, ItemOf } from "../../kit/declaration.ts";
import { NameField } from "../../kit/name-field.tsx";
import { NameSelect } from "../../kit/name-select.tsx";
import { ownZone } from "../../kit/own-zone.ts";
import { ScheduleField } from "../../kit/schedule-field.tsx";
import { t } from "../../text/text.ts";
import { ActiveDirectoryFields } from "./active-directory-fields.tsx";
import { DirectoryThresholds } from "./directory-thresholds.tsx";
import { EntraFields } from "./entra-fields.tsx";

export type DirectoryDeclaration = Declaration<"Directory">;
type Item = ItemOf<"Directory">;

/** The fields of a directory, as the configuration file has them. */
export function DirectoryForm({
  declaration,
  isNew,
}: {
  declaration: DirectoryDeclaration;
  isNew: boolean;
}) {
  const { item, change, replace, errorOf } = declaration;
  return (
    <Stack gap="md">
      {isNew && (
        <SegmentedControl
          aria-label={t("directories.type")}
          value={item.type}
          onChange={(type) => replace(ofType(item, type))}
          data={[
            { value: "active_directory", label: t("identity.type.active_directory") },
            { value: "entra", label: t("identity.type.entra") },
          ]}
        />
      )}
      <NameField declaration={declaration} hint={t("directories.nameHint")} />
      {item.type === "entra" ? (
        <EntraFields declaration={declaration} item={item} />
      ) : (
        <ActiveDirectoryFields declaration={declaration} item={item} />
      )}
      <NameSelect
        operation="listSiteNames"
        label={t("directories.site")}
        hint={t("directories.siteHint")}
        value={item.site ?? null}
        onChange={(site) => change({ site: site ?? undefined })}
        error={errorOf("/site")}
      />
      <NameSelect
        operation="listProbeNames"
        label={t("directories.probe")}
        hint={t("directories.probeHint")}
        value={item.probe ?? null}
        onChange={(probe) => change({ probe: probe ?? undefined })}
        error={errorOf("/probe")}
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
        label={t("directories.enabled")}
        description={t("directories.enabledHint")}
        checked={item.enabled !== false}
        onChange={(event) => change({ enabled: event.currentTarget.checked })}
      />
      <DirectoryThresholds declaration={declaration} />
    </Stack>
  );
}

/** What both kinds have in common stays. */
function ofType({ name, site, probe, schedule, timezone, enabled }: Item, type: string): Item {
  const common = {
    name,
    ...(site === undefined ? {} : { site }),
    ...(probe === undefined ? {} : { probe }),
    ...(schedule === undefined ? {} : { schedule }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(enabled === undefined ? {} : { enabled }),
  };
  return type === "entra"
    ? { type, ...common, tenantId: "", clientId: "", clientSecret: "" }
    : { type: "active_directory", ...common, urls: [], user: "", password: "" };
}
