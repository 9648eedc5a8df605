import { PasswordInput } from "@mantine/core";
import { t } from "../../text/text.ts";

/** A password that is chosen: seen on demand, never cut, kept by password managers. */
export function NewPasswordField({
  value,
  onChange,
  label = t("account.password"),
}: {
  value: string;
  onChange: (value: string) => void;
  label?: string;
}) {
  return (
    <PasswordInput
      label={label}
      description={t("account.passwordHint")}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="new-password"
      minLength={12}
      required
      withAsterisk={false}
      visibilityToggleButtonProps={{ "aria-label": t("account.showPassword") }}
    />
  );
}

/** The password that one has. */
export function PasswordField({
  value,
  onChange,
  label = t("account.password"),
  autoFocus = false,
}: {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  autoFocus?: boolean;
}) {
  return (
    <PasswordInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="current-password"
      required
      withAsterisk={false}
      data-autofocus={autoFocus || undefined}
      visibilityToggleButtonProps={{ "aria-label": t("account.showPassword") }}
    />
  );
}
