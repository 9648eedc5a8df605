import { TextInput } from "@mantine/core";
import { useState } from "react";
import { t } from "../../text/text.ts";
import { useField } from "./sensor-form-state.ts";

const at = "/http/jsonPath/equals";

/** What the value at the JSON path must be: what reads as JSON (`5`, `true`, `null`) is that, other text is text. */
export function JsonValueField() {
  const { value, set, error, readOnly } = useField(at);
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      data-field={at}
      label={t("sensorForm.jsonEquals")}
      description={t("sensorForm.jsonEqualsHint")}
      placeholder="ok"
      value={typed ?? shown(value)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        set(text === "" ? undefined : read(text));
      }}
      onBlur={() => setTyped(null)}
      error={error}
      readOnly={readOnly}
      autoComplete="off"
      spellCheck={false}
    />
  );
}

function read(text: string): unknown {
  if (!/^(true|false|null|-?\d+(\.\d+)?([eE][+-]?\d+)?|".*")$/.test(text.trim())) return text;
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}

/** Text that would read as something else stands in quotes. */
function shown(value: unknown): string {
  if (value === undefined) return "";
  if (typeof value !== "string") return JSON.stringify(value);
  return read(value) === value ? value : JSON.stringify(value);
}
