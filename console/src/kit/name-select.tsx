import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import { useApi } from "../api/hooks.ts";
import { t } from "../text/text.ts";

/** The names that are offered at once; typing finds the others. */
const mostOffered = 50;
const pauseMs = 200;

/** Chooses one by its name out of any number, by typing a part of it. */
export function NameSelect({
  operation,
  label,
  hint,
  value,
  onChange,
  error,
  readOnly = false,
  field,
  placeholder = t("common.none"),
}: {
  operation: "listCompanyNames" | "listProbeNames" | "listSensorNames" | "listSiteNames";
  label: string;
  hint?: string;
  /** `null`: none. */
  value: string | null;
  onChange: (name: string | null) => void;
  error?: string | undefined;
  readOnly?: boolean;
  /** For a form that puts the focus on what is wrong. */
  field?: string;
  /** What it means that none is chosen. */
  placeholder?: string;
}) {
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed === value ? "" : typed.trim(), pauseMs);
  const names = useApi(operation, {
    query: { limit: mostOffered, ...(search === "" ? {} : { q: search }) },
  });
  const offered = names.data?.items.map(({ name }) => name) ?? [];
  const data = value !== null && !offered.includes(value) ? [value, ...offered] : offered;
  return (
    <Select
      {...(field === undefined ? {} : { "data-field": field })}
      label={label}
      description={hint}
      data={data}
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error ?? (names.error === null ? undefined : names.error.message)}
      readOnly={readOnly}
      searchable
      clearable={!readOnly}
      clearButtonProps={{ "aria-label": t("common.clear", { name: label }) }}
      nothingFoundMessage={t("common.noMatch")}
      placeholder={placeholder}
      checkIconPosition="right"
    />
  );
}
