import { MultiSelect } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useApi } from "../api/hooks.ts";
import { t } from "../text/text.ts";

/** The names that are offered at once; typing finds the others. */
const mostOffered = 50;
const pauseMs = 200;

/** Chooses any number by their names out of any number, by typing parts of them. */
export function NamesSelect({
  operation,
  label,
  hint,
  value,
  onChange,
  error,
}: {
  operation: "listCompanyNames" | "listSensorNames";
  label: string;
  hint?: string;
  value: readonly string[];
  onChange: (names: string[]) => void;
  error?: string | undefined;
}) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), pauseMs);
  const names = useApi(operation, {
    query: { limit: mostOffered, ...(search === "" ? {} : { q: search }) },
  });
  const offered = names.data?.items.map(({ name }) => name) ?? [];
  return (
    <MultiSelect
      label={label}
      description={hint}
      data={[...new Set([...value, ...offered])]}
      filter={({ options }) => options}
      value={[...value]}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error ?? (names.error === null ? undefined : names.error.message)}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("common.clear", { name: label }) }}
      nothingFoundMessage={t("common.noMatch")}
    />
  );
}
