import { CloseButton, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { useFilters } from "../app/use-filters.ts";
import { t } from "../text/text.ts";

/** Long enough that a word is one question, short enough to feel at once. */
const pauseMs = 250;

/** A field whose text is `q` in the address, once the typing pauses. */
export function SearchField({ label }: { label: string }) {
  const [filters, change] = useFilters();
  const inAddress = filters["q"] ?? "";
  // While somebody types, the address lags behind; else it decides, so that back and shared links work.
  const [typed, setTyped] = useState<string | null>(null);
  const settle = useDebouncedCallback((text: string) => {
    change({ q: text.trim() });
    setTyped(null);
  }, pauseMs);
  const type = (text: string) => {
    setTyped(text);
    settle(text);
  };
  const shown = typed ?? inAddress;
  return (
    <TextInput
      type="search"
      w={{ base: "100%", xs: 260 }}
      maxLength={200}
      aria-label={label}
      placeholder={label}
      value={shown}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        shown !== "" && (
          <CloseButton size="sm" aria-label={t("common.clearSearch")} onClick={() => type("")} />
        )
      }
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
