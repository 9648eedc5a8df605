import { PasswordInput } from "@mantine/core";
import { t } from "../../text/text.ts";
import type { DirectoryDeclaration } from "./directory-form.tsx";

/** A secret that is written and never read: left empty, the one that is kept stays. */
export function SecretField({
  declaration: { change, errorOf, touch, keepsSecret },
  name,
  label,
  value,
}: {
  declaration: DirectoryDeclaration;
  name: "password" | "clientSecret";
  label: string;
  value: string;
}) {
  const pointer = `/${name}`;
  const isKept = keepsSecret(pointer);
  const set = (text: string) => change({ [name]: text === "" && isKept ? undefined : text });
  return (
    <PasswordInput
      label={label}
      description={t(isKept ? "directories.secretKept" : "directories.secretHint")}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={() => touch(pointer)}
      error={errorOf(pointer)}
      required={!isKept}
      autoComplete="new-password"
    />
  );
}
