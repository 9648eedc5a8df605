/** Keys and list positions from the top of a document: `["sensors", 3, "http"]`. */
export type Path = readonly (string | number)[];

/** What is wrong somewhere, and what would be right. */
export interface Violation {
  path: Path;
  /** True: the key itself is wrong, not its value. */
  key?: boolean;
  message: string;
}

/** One YAML document of one file, as plain values that remember where they were written. */
export interface SourceDocument {
  file: string;
  value: unknown;
  /** `file:line:column path`, as it stands before an error message. The nearest place that exists. */
  readonly describePlace: (path: Path, key?: boolean) => string;
}

/** A document that holds keys and values, as each should. */
export interface SourceMapping extends SourceDocument {
  value: Readonly<Record<string, unknown>>;
}

/** `sensors[3].http.headers["X-Key"]` */
export function formatPath(path: Path): string {
  let text = "";
  for (const step of path) {
    if (typeof step === "number") text += `[${step}]`;
    else if (!/^[A-Za-z_][\w-]*$/.test(step)) text += `[${JSON.stringify(step)}]`;
    else text += text === "" ? step : `.${step}`;
  }
  return text;
}

/** True for an object with keys: not a list, not null. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
