import { Radio, Stack, TagsInput } from "@mantine/core";
import { useState } from "react";
import type { Declaration } from "../../kit/declaration.ts";
import { NamesSelect } from "../../kit/names-select.tsx";
import { t } from "../../text/text.ts";

/** What a window is about: everything, or what is chosen by company, sensor or tag. */
export function WindowSubjects({ declaration }: { declaration: Declaration<"MaintenanceWindow"> }) {
  const { item, change, errorOf } = declaration;
  const { sensors = [], tags = [], companies = [] } = item;
  const names = sensors.length + tags.length + companies.length;
  const [chooses, setChooses] = useState(names > 0);
  const listed = (list: string[]) => (list.length === 0 ? undefined : list);
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t("maintenance.covers")}
        value={chooses ? "some" : "all"}
        onChange={(choice) => {
          setChooses(choice === "some");
          if (choice === "all") {
            change({ sensors: undefined, tags: undefined, companies: undefined });
          }
        }}
      >
        <Stack gap="xs" mt={4}>
          <Radio value="all" label={t("maintenance.coversAll")} />
          <Radio value="some" label={t("maintenance.coversSome")} />
        </Stack>
      </Radio.Group>
      {chooses && (
        <>
          <NamesSelect
            operation="listCompanyNames"
            label={t("maintenance.companies")}
            value={companies}
            onChange={(list) => change({ companies: listed(list) })}
            error={errorOf("/companies")}
          />
          <NamesSelect
            operation="listSensorNames"
            label={t("maintenance.sensors")}
            value={sensors}
            onChange={(list) => change({ sensors: listed(list) })}
            error={errorOf("/sensors")}
          />
          <TagsInput
            label={t("maintenance.tags")}
            description={t("maintenance.tagsHint")}
            value={tags}
            onChange={(list) => change({ tags: listed(list) })}
            error={errorOf("/tags")}
          />
        </>
      )}
    </Stack>
  );
}
