import {
  Checkbox,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  TextInput,
  Textarea,
} from "@mantine/core";
import type { ReactNode } from "react";
import { t } from "../../text/text.ts";
import { useField, useSensorForm } from "./sensor-form-state.ts";

interface FieldProps {
  /** JSON pointer into the item. */
  at: string;
  label: string;
  hint?: ReactNode;
}

/** Tells which field an error belongs to, so that the focus can go there. */
const marked = (at: string) => ({ "data-field": at });

function asText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export function TextField({
  at,
  label,
  hint,
  placeholder,
  required = false,
  mono = false,
}: FieldProps & { placeholder?: string; required?: boolean; mono?: boolean }) {
  const { value, set, touch, error, readOnly } = useField(at);
  return (
    <TextInput
      {...marked(at)}
      label={label}
      description={hint}
      placeholder={placeholder}
      value={asText(value)}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={touch}
      error={error}
      readOnly={readOnly}
      withAsterisk={required}
      aria-required={required}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      {...(mono
        ? { styles: { input: { fontFamily: "var(--mantine-font-family-monospace)" } } }
        : {})}
    />
  );
}

export function LongTextField({
  at,
  label,
  hint,
  placeholder,
}: FieldProps & { placeholder?: string }) {
  const { value, set, touch, error, readOnly } = useField(at);
  return (
    <Textarea
      {...marked(at)}
      label={label}
      description={hint}
      placeholder={placeholder}
      value={asText(value)}
      onChange={(event) => set(event.currentTarget.value)}
      onBlur={touch}
      error={error}
      readOnly={readOnly}
      autosize
      minRows={2}
      maxRows={12}
      spellCheck={false}
    />
  );
}

export function NumberField({
  at,
  label,
  hint,
  min,
  max,
  usual,
  unit,
}: FieldProps & { min: number; max: number; usual?: number; unit?: string }) {
  const { value, set, touch, error, readOnly } = useField(at);
  return (
    <NumberInput
      {...marked(at)}
      label={label}
      description={hint}
      value={typeof value === "number" || typeof value === "string" ? value : ""}
      onChange={(next) => set(next === "" ? undefined : next)}
      onBlur={touch}
      error={error}
      readOnly={readOnly}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      placeholder={usual === undefined ? "" : String(usual)}
      suffix={unit === undefined ? "" : ` ${unit}`}
    />
  );
}

export function SwitchField({ at, label, hint, usual }: FieldProps & { usual: boolean }) {
  const { value, set, error, readOnly } = useField(at);
  return (
    <Switch
      {...marked(at)}
      label={label}
      description={hint}
      checked={typeof value === "boolean" ? value : usual}
      onChange={(event) => set(event.currentTarget.checked === usual ? undefined : !usual)}
      error={error}
      disabled={readOnly}
    />
  );
}

export function ChoiceField({
  at,
  label,
  hint,
  options,
  usual,
  required = false,
  onSet,
}: FieldProps & {
  options: readonly { value: string; label: string; means?: unknown }[];
  /** What it is when nothing is chosen. */
  usual?: string;
  required?: boolean;
  /** For a choice that other fields hang on. */
  onSet?: (value: unknown) => void;
}) {
  const { value, set, touch, error, readOnly } = useField(at);
  const chosen = options.find((option) => (option.means ?? option.value) === value);
  return (
    <Select
      {...marked(at)}
      label={label}
      description={hint}
      data={options.map((option) => ({ value: option.value, label: option.label }))}
      value={chosen?.value ?? usual ?? null}
      onChange={(next) => {
        const option = options.find((each) => each.value === next);
        const means = option?.means ?? option?.value;
        (onSet ?? set)(next === usual && !required ? undefined : means);
      }}
      onBlur={touch}
      error={error}
      readOnly={readOnly}
      withAsterisk={required}
      allowDeselect={false}
      checkIconPosition="right"
    />
  );
}

export function ListField({ at, label, hint, placeholder }: FieldProps & { placeholder?: string }) {
  const { value, set, touch, error, readOnly } = useField(at);
  const texts = Array.isArray(value) ? value.map(String) : [];
  return (
    <TagsInput
      {...marked(at)}
      label={label}
      description={hint}
      placeholder={placeholder ?? ""}
      value={texts}
      onChange={set}
      onBlur={touch}
      error={error}
      readOnly={readOnly}
      splitChars={[","]}
      acceptValueOnBlur
      clearable
      clearButtonProps={{ "aria-label": t("sensorForm.clearList", { name: label }) }}
    />
  );
}

/** A secret is written and never read: one that is set stays unless another is typed, or it is taken away. */
export function SecretField({
  at,
  label,
  hint,
  required = false,
}: FieldProps & { required?: boolean }) {
  const { value, set, touch, error, readOnly } = useField(at);
  const { secrets } = useSensorForm();
  const isSet = secrets.includes(at);
  const isTakenAway = value === null;
  return (
    <div>
      <PasswordInput
        {...marked(at)}
        label={label}
        description={isSet && !isTakenAway ? t("sensorForm.secretIsSet") : hint}
        placeholder={isSet && !isTakenAway ? "••••••••" : ""}
        value={asText(value)}
        onChange={(event) => set(event.currentTarget.value || undefined)}
        onBlur={touch}
        error={error}
        readOnly={readOnly}
        disabled={isTakenAway}
        withAsterisk={required && !isSet}
        autoComplete="new-password"
        visibilityToggleButtonProps={{ "aria-label": t("sensorForm.showSecret", { name: label }) }}
      />
      {isSet && !required && !readOnly && (
        <Checkbox
          mt={6}
          size="xs"
          label={t("sensorForm.takeAway", { name: label })}
          checked={isTakenAway}
          onChange={(event) => set(event.currentTarget.checked ? null : undefined)}
        />
      )}
    </div>
  );
}
