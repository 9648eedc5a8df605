import { Select } from "@mantine/core";
import { useApi } from "../../api/hooks.ts";
import { t } from "../../text/text.ts";

/** Chooses a site by its name; its value is the id. */
export function SiteSelect({
  value,
  known = null,
  hint,
  onChange,
}: {
  value: string | null;
  /** What the one that is chosen is called. */
  known?: string | null;
  hint: string;
  onChange: (id: string | null) => void;
}) {
  const sites = useApi("listSiteNames", { query: { limit: 200 } });
  const listed = (sites.data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const isListed = value === null || listed.some((site) => site.value === value);
  const data = isListed ? listed : [{ value, label: known ?? value }, ...listed];
  return (
    <Select
      label={t("agents.site")}
      description={hint}
      data={data}
      value={value}
      onChange={onChange}
      searchable
      clearable
      placeholder={t("common.none")}
      nothingFoundMessage={t("common.noMatch")}
    />
  );
}
