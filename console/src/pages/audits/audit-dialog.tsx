import {
  Accordion,
  Autocomplete,
  NumberInput,
  Select,
  Stack,
  Switch,
  TagsInput,
} from "@mantine/core";
import { useApi } from "../../api/hooks.ts";
import type { AuditDeclaration, BundleRow } from "../../api/operations.generated.ts";
import type { Declaration } from "../../kit/declaration.ts";
import { DeclarationDialog } from "../../kit/declaration-dialog.tsx";
import { NameField } from "../../kit/name-field.tsx";
import { NameSelect } from "../../kit/name-select.tsx";
import { ownZone } from "../../kit/own-zone.ts";
import { ScheduleField } from "../../kit/schedule-field.tsx";
import { t } from "../../text/text.ts";

const blank: AuditDeclaration = {
  name: "",
  bundle: "",
  profile: "",
  schedule: "0 3 * * 1",
  timezone: ownZone,
};

/** Makes an audit, or changes the one of `id`. */
export function AuditDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <DeclarationDialog
      kind="Audit"
      source={id === null ? { item: blank } : { id }}
      title={id === null ? t("audits.new") : t("audits.change")}
      need="operate"
      {...(id === null ? { verb: t("audits.make") } : {})}
      onClose={onClose}
    >
      {(declaration) => <AuditFields declaration={declaration} />}
    </DeclarationDialog>
  );
}

function AuditFields({ declaration }: { declaration: Declaration<"Audit"> }) {
  const { item, change, errorOf, touch } = declaration;
  const bundles = useApi("listBundles", {});
  const bundle = bundles.data?.items.find(({ name }) => name === item.bundle);
  return (
    <Stack gap="md">
      <NameField declaration={declaration} hint={t("audits.form.nameHint")} />
      <Select
        label={t("audits.form.bundle")}
        description={t("audits.form.bundleHint")}
        data={(bundles.data?.items ?? []).map(({ name }) => name)}
        value={item.bundle === "" ? null : item.bundle}
        onChange={(name) => change({ bundle: name ?? "", profile: "" })}
        onBlur={() => touch("/bundle")}
        error={errorOf("/bundle")}
        searchable
        required
        nothingFoundMessage={t("audits.bundles.empty")}
      />
      <ProfileField declaration={declaration} bundle={bundle} />
      <NameSelect
        operation="listSiteNames"
        label={t("audits.form.site")}
        placeholder={t("audits.form.everySite")}
        value={item.site ?? null}
        onChange={(site) => change({ site: site ?? undefined })}
        error={errorOf("/site")}
      />
      <TagsInput
        label={t("audits.form.tags")}
        description={t("audits.form.tagsHint")}
        value={item.tags ?? []}
        onChange={(tags) => change({ tags: tags.length === 0 ? undefined : tags })}
        error={errorOf("/tags")}
        splitChars={[",", " "]}
      />
      <ScheduleField
        value={item.schedule ?? ""}
        zone={item.timezone ?? ownZone}
        onChange={(schedule, timezone) =>
          change({ schedule: schedule === "" ? undefined : schedule, timezone })
        }
        error={errorOf("/schedule") ?? errorOf("/timezone")}
      />
      <Switch
        label={t("audits.form.enabled")}
        checked={item.enabled !== false}
        onChange={(event) => change({ enabled: event.currentTarget.checked ? undefined : false })}
      />
      <More declaration={declaration} />
    </Stack>
  );
}

/** Of what is kept here the profiles are known; of a distribution's file they show on the hosts. */
function ProfileField({
  declaration: { item, change, errorOf, touch },
  bundle,
}: {
  declaration: Declaration<"Audit">;
  bundle: BundleRow | undefined;
}) {
  if (bundle?.source === "content") {
    return (
      <Autocomplete
        label={t("audits.form.profile")}
        description={t("audits.form.profileOfContent")}
        value={item.profile}
        onChange={(profile) => change({ profile })}
        onBlur={() => touch("/profile")}
        error={errorOf("/profile")}
        required
      />
    );
  }
  const profiles = bundle?.profiles ?? [];
  // A file may name it in full.
  const chosen = profiles.find(({ id }) => item.profile === id || item.profile.endsWith(`_${id}`));
  return (
    <Select
      label={t("audits.form.profile")}
      description={t("audits.form.profileHint")}
      data={profiles.map(({ id, title, rules }) => ({
        value: id,
        label: t("audits.form.profileOption", { title, count: rules }),
      }))}
      value={chosen?.id ?? null}
      onChange={(profile) => change({ profile: profile ?? "" })}
      onBlur={() => touch("/profile")}
      error={errorOf("/profile")}
      disabled={bundle === undefined}
      searchable
      required
    />
  );
}

function More({ declaration: { item, change, errorOf } }: { declaration: Declaration<"Audit"> }) {
  const { timeMinutes, memoryMb } = item.limits ?? {};
  const setLimits = (limits: NonNullable<AuditDeclaration["limits"]>) => {
    const given = Object.fromEntries(
      Object.entries({ timeMinutes, memoryMb, ...limits }).filter(([, each]) => each !== undefined),
    );
    change({ limits: Object.keys(given).length === 0 ? undefined : given });
  };
  return (
    <Accordion variant="contained" chevronPosition="left">
      <Accordion.Item value="more">
        <Accordion.Control>{t("audits.form.more")}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="md">
            <NumberInput
              label={t("audits.form.timeMinutes")}
              placeholder="60"
              min={1}
              max={1440}
              value={timeMinutes ?? ""}
              onChange={(value) => setLimits({ timeMinutes: numberOrNone(value) })}
              error={errorOf("/limits/timeMinutes")}
            />
            <NumberInput
              label={t("audits.form.memoryMb")}
              placeholder="1024"
              min={16}
              max={65_536}
              value={memoryMb ?? ""}
              onChange={(value) => setLimits({ memoryMb: numberOrNone(value) })}
              error={errorOf("/limits/memoryMb")}
            />
            <Switch
              label={t("audits.form.keepArf")}
              checked={item.keepArf === true}
              onChange={(event) =>
                change({ keepArf: event.currentTarget.checked ? true : undefined })
              }
            />
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

function numberOrNone(value: number | string): number | undefined {
  return value === "" ? undefined : Number(value);
}
