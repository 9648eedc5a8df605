import { Textarea } from "@mantine/core";
import { useState } from "react";

/** A list of texts, one in each line or between commas. Empty lines are for whoever types, and not part of it. */
export function LinesField({
  label,
  hint,
  lines,
  onChange,
  onBlur,
  error,
  required = false,
  minRows = 3,
  isFirst = false,
}: {
  label: string;
  hint?: string;
  lines: readonly string[];
  onChange: (lines: string[]) => void;
  onBlur?: () => void;
  error?: string | undefined;
  required?: boolean;
  minRows?: number;
  /** The dialog begins with it. */
  isFirst?: boolean;
}) {
  const [text, setText] = useState(lines.join("\n"));
  // What was changed from elsewhere counts.
  const shown = linesOf(text).join("\n") === lines.join("\n") ? text : lines.join("\n");
  return (
    <Textarea
      label={label}
      description={hint}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(linesOf(event.currentTarget.value));
      }}
      onBlur={onBlur}
      error={error}
      required={required}
      data-autofocus={isFirst || undefined}
      autosize
      minRows={minRows}
      maxRows={12}
      styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
    />
  );
}

/** The lines of a text without those that are empty. */
function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
