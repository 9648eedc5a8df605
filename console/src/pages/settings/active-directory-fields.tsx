import { Button, FileButton, Group, Stack, TextInput, Textarea } from "@mantine/core";
import type { ItemOf } from "../../kit/declaration.ts";
import { LinesField } from "../../kit/lines-field.tsx";
import { t } from "../../text/text.ts";
import type { DirectoryDeclaration } from "./directory-form.tsx";
import { SecretField } from "./secret-field.tsx";

type Item = Extract<ItemOf<"Directory">, { type: "active_directory" }>;

/** How a domain is reached, and as whom. */
export function ActiveDirectoryFields({
  declaration,
  item,
}: {
  declaration: DirectoryDeclaration;
  item: Item;
}) {
  const { change, errorOf, touch } = declaration;
  const takeFile = async (file: File | null) => {
    if (file !== null) change({ ca: await file.text() });
  };
  return (
    <Stack gap="md">
      <LinesField
        label={t("directories.urls")}
        hint={t("directories.urlsHint")}
        lines={item.urls ?? (item.url === undefined ? [] : [item.url])}
        onChange={(urls) => change({ urls, url: undefined })}
        onBlur={() => touch("/urls")}
        error={errorOf("/urls")}
        required
        minRows={2}
      />
      <TextInput
        label={t("directories.user")}
        description={t("directories.userHint")}
        value={item.user}
        onChange={(event) => change({ user: event.currentTarget.value })}
        onBlur={() => touch("/user")}
        error={errorOf("/user")}
        required
        autoComplete="off"
      />
      <SecretField
        declaration={declaration}
        name="password"
        label={t("directories.password")}
        value={item.password ?? ""}
      />
      <Textarea
        label={t("directories.ca")}
        description={t("directories.caHint")}
        placeholder="-----BEGIN CERTIFICATE-----"
        value={item.ca ?? ""}
        onChange={(event) => change({ ca: textOrNone(event.currentTarget.value) })}
        onBlur={() => touch("/ca")}
        error={errorOf("/ca")}
        autosize
        minRows={2}
        maxRows={8}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
      />
      <Group>
        <FileButton accept=".pem,.crt,.cer" onChange={(file) => void takeFile(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs">
              {t("directories.caUpload")}
            </Button>
          )}
        </FileButton>
      </Group>
      <TextInput
        label={t("directories.serverName")}
        description={t("directories.serverNameHint")}
        value={item.serverName ?? ""}
        onChange={(event) => change({ serverName: textOrNone(event.currentTarget.value) })}
        error={errorOf("/serverName")}
      />
      <TextInput
        label={t("directories.baseDn")}
        description={t("directories.baseDnHint")}
        placeholder="DC=acme,DC=test"
        value={item.baseDn ?? ""}
        onChange={(event) => change({ baseDn: textOrNone(event.currentTarget.value) })}
        error={errorOf("/baseDn")}
      />
    </Stack>
  );
}

function textOrNone(text: string): string | undefined {
  return text.trim() === "" ? undefined : text;
}
