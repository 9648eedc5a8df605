import { Button, Checkbox, Popover, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import { plural, t } from "../text/text.ts";

/** One thing that can be narrowed. */
export interface ChoiceFilter {
  /** In the address and in the server's query. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Choosing one takes the other away. */
  single?: boolean;
}

/** From so many on, they can be searched. */
const manyOptions = 9;

/** A button that says what is chosen, and opens the choices. */
export function FilterChoice({
  filter,
  chosen,
  onChange,
}: {
  filter: ChoiceFilter;
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}) {
  const { label, options, single = false } = filter;
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const offered = options.filter((option) => option.label.toLowerCase().includes(wanted));
  const toggle = (value: string, on: boolean) => {
    if (single) onChange(on ? [value] : []);
    else onChange(on ? [...chosen, value] : chosen.filter((each) => each !== value));
  };
  return (
    <Popover position="bottom-start" trapFocus returnFocus onClose={() => setSearch("")}>
      <Popover.Target>
        <Button
          variant={chosen.length === 0 ? "default" : "light"}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          maw={320}
        >
          {chosen.length === 0 ? label : `${label}: ${wordsOf(chosen, options)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="sm" aria-label={label}>
        <Stack gap="xs" miw={180}>
          {options.length >= manyOptions && (
            <TextInput
              size="sm"
              aria-label={t("common.search")}
              placeholder={t("common.search")}
              value={search}
              onChange={(event) => setSearch(event.currentTarget.value)}
            />
          )}
          <ScrollArea.Autosize mah={300} type="auto">
            <Stack gap={6} role="group" aria-label={label} p={2}>
              {offered.map(({ value, label: name }) => (
                <Checkbox
                  key={value}
                  size="sm"
                  label={name}
                  checked={chosen.includes(value)}
                  onChange={(event) => toggle(value, event.currentTarget.checked)}
                />
              ))}
              {offered.length === 0 && (
                <Text size="sm" c="dimmed">
                  {t("common.noMatch")}
                </Text>
              )}
            </Stack>
          </ScrollArea.Autosize>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Two at most by name: the button stays short. */
function wordsOf(chosen: readonly string[], options: ChoiceFilter["options"]): string {
  if (chosen.length > 2) return plural("common.selected", chosen.length);
  return chosen
    .map((value) => options.find((option) => option.value === value)?.label ?? value)
    .join(", ");
}
