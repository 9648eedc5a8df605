import { TextInput } from "@mantine/core";
import { t } from "../text/text.ts";

/** The name of something that is declared: the first field of its form. */
export function NameField({
  declaration: { item, change, errorOf, touch },
  hint,
}: {
  declaration: {
    item: { name: string };
    change: (change: { name: string }) => void;
    errorOf: (pointer: string) => string | undefined;
    touch: (pointer: string) => void;
  };
  hint?: string;
}) {
  return (
    <TextInput
      label={t("common.name")}
      description={hint}
      value={item.name}
      onChange={(event) => change({ name: event.currentTarget.value })}
      onBlur={() => touch("/name")}
      error={errorOf("/name")}
      required
      maxLength={200}
      data-autofocus
    />
  );
}
