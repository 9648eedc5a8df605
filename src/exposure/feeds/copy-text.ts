/** A value of a row, as COPY takes it. Objects and lists of objects become JSON, lists of texts an array. */
export type CopyValue =
  | string
  | number
  | boolean
  | null
  | readonly string[]
  | { readonly json: unknown };

/** Rows in PostgreSQL's text format of COPY: a line each, columns between tabs. */
export function copyText(rows: readonly (readonly CopyValue[])[]): string {
  let text = "";
  for (const row of rows) {
    for (let i = 0; i < row.length; i += 1) {
      if (i > 0) text += "\t";
      text += copyValue(row[i] ?? null);
    }
    text += "\n";
  }
  return text;
}

function copyValue(value: CopyValue): string {
  if (value === null) return "\\N";
  if (typeof value === "string") return escaped(value);
  if (typeof value === "number") return String(value);
  if (typeof value === "boolean") return value ? "t" : "f";
  if ("json" in value) return escaped(JSON.stringify(value.json));
  return escaped(`{${value.map(arrayItem).join(",")}}`);
}

function arrayItem(text: string): string {
  return `"${text.replace(/["\\]/g, "\\$&")}"`;
}

const special = /[\\\t\n\r]/;
const names: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\t": "\\t",
  "\n": "\\n",
  "\r": "\\r",
};

function escaped(text: string): string {
  if (!special.test(text)) return text;
  return text.replace(/[\\\t\n\r]/g, (character) => names[character] ?? "");
}
