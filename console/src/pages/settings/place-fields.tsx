import { MultiSelect, Radio, Stack } from "@mantine/core";
import { useApi } from "../../api/hooks.ts";
import { type Role, useTenant } from "../../app/tenant.ts";
import { t } from "../../text/text.ts";

/** What somebody shall be. */
export interface Place {
  role: Role;
  companyIds: string[] | null;
}

const roles = ["owner", "administrator", "operator", "viewer"] as const;

/** Role, and for a viewer the companies that are seen. */
export function PlaceFields({
  place,
  onChange,
}: {
  place: Place;
  onChange: (place: Place) => void;
}) {
  const tenant = useTenant();
  const companies = useApi("listCompanyNames", { query: { limit: 1000 } });
  const options = (companies.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Stack>
      <Radio.Group
        label={t("people.role")}
        value={place.role}
        onChange={(value) => {
          const role = roles.find((each) => each === value) ?? "viewer";
          onChange({ role, companyIds: role === "viewer" ? place.companyIds : null });
        }}
      >
        <Stack gap="xs" mt="xs">
          {roles.map((role) => (
            <Radio
              key={role}
              value={role}
              label={t(`role.${role}`)}
              description={
                role === "owner" && tenant.role !== "owner"
                  ? t("people.onlyOwners")
                  : t(`role.${role}.may`)
              }
              data-autofocus={role === place.role || undefined}
              disabled={role === "owner" && tenant.role !== "owner"}
            />
          ))}
        </Stack>
      </Radio.Group>
      {place.role === "viewer" && options.length > 0 && (
        <MultiSelect
          label={t("people.sees")}
          description={t("people.seesHint")}
          placeholder={place.companyIds === null ? t("people.seesAll") : undefined}
          data={options}
          value={place.companyIds ?? []}
          onChange={(ids) => onChange({ ...place, companyIds: ids.length === 0 ? null : ids })}
          searchable
          clearable
          clearButtonProps={{ "aria-label": t("people.seesAll") }}
        />
      )}
    </Stack>
  );
}
