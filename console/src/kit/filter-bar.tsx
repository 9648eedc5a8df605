import { Button, Group } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useFilters } from "../app/use-filters.ts";
import { t } from "../text/text.ts";
import { type ChoiceFilter, FilterChoice } from "./filter-choice.tsx";
import { SearchField } from "./search-field.tsx";

/**
 * What narrows a table. All of it is in the address: `q` for the search field, and each filter under its own name, as a list
 * with commas.
 *
 * @param search what can be searched, as the field's label; left out: there is no field.
 */
export function FilterBar({
  search,
  filters = [],
  children,
}: {
  search?: string;
  filters?: readonly ChoiceFilter[];
  /** Further controls, after the filters. */
  children?: ReactNode;
}) {
  const [values, change] = useFilters();
  const names = [...(search === undefined ? [] : ["q"]), ...filters.map(({ name }) => name)];
  const narrowed = names.some((name) => (values[name] ?? "") !== "");
  const clear = () => change(Object.fromEntries(names.map((name) => [name, ""])));
  return (
    <Group gap="xs" role="search" align="center">
      {search !== undefined && <SearchField label={search} />}
      {filters.map((filter) => (
        <FilterChoice
          key={filter.name}
          filter={filter}
          chosen={(values[filter.name] ?? "").split(",").filter((value) => value !== "")}
          onChange={(chosen) => change({ [filter.name]: chosen.join(",") })}
        />
      ))}
      {children}
      {narrowed && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconX size={14} aria-hidden />}
          onClick={clear}
        >
          {t("common.clearFilters")}
        </Button>
      )}
    </Group>
  );
}
