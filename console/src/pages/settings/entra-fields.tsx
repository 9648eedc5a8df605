import { Stack, TextInput } from "@mantine/core";
import type { ItemOf } from "../../kit/declaration.ts";
import { LinesField } from "../../kit/lines-field.tsx";
import { t } from "../../text/text.ts";
import type { DirectoryDeclaration } from "./directory-form.tsx";
import { SecretField } from "./secret-field.tsx";

type Item = Extract<ItemOf<"Directory">, { type: "entra" }>;

/** Which tenant of Entra it is, and as which application it is read. */
export function EntraFields({
  declaration,
  item,
}: {
  declaration: DirectoryDeclaration;
  item: Item;
}) {
  const { change, errorOf, touch } = declaration;
  return (
    <Stack gap="md">
      {(["tenantId", "clientId"] as const).map((name) => (
        <TextInput
          key={name}
          label={t(`directories.${name}`)}
          placeholder="00000000-0000-0000-0000-000000000000"
          value={item[name]}
          onChange={(event) => change({ [name]: event.currentTarget.value.trim() })}
          onBlur={() => touch(`/${name}`)}
          error={errorOf(`/${name}`)}
          required
          autoComplete="off"
        />
      ))}
      <SecretField
        declaration={declaration}
        name="clientSecret"
        label={t("directories.clientSecret")}
        value={item.clientSecret ?? ""}
      />
      <LinesField
        label={t("directories.breakGlass")}
        hint={t("directories.breakGlassHint")}
        lines={item.breakGlass ?? []}
        onChange={(lines) => change({ breakGlass: lines.length === 0 ? undefined : lines })}
        onBlur={() => touch("/breakGlass")}
        error={errorOf("/breakGlass")}
        minRows={2}
      />
    </Stack>
  );
}
