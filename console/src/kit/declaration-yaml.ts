import type { DeclarationKind } from "./declaration.ts";

const lists: Readonly<Record<DeclarationKind, string>> = {
  Company: "companies",
  Collector: "collectors",
  Sensor: "sensors",
  MaintenanceWindow: "maintenance",
  Site: "sites",
  Probe: "probes",
  Scan: "scans",
  Bundle: "bundles",
  Audit: "audits",
  Directory: "directories",
};

/**
 * An item as it would stand in a file for `vedette apply`; secrets stand as environment variables there.
 *
 * @param secrets JSON pointers of what is kept and not shown; what was typed is not shown either.
 */
export function declarationYaml(
  kind: DeclarationKind,
  tenant: string,
  item: object,
  secrets: readonly string[],
): string {
  const lines = [`tenant: ${scalar(tenant)}`, `${lists[kind]}:`];
  const [first = "", ...rest] = block(withSecrets(item, secrets), 4);
  return [...lines, `  - ${first.trimStart()}`, ...rest, ""].join("\n");
}

/** Text that goes into the file as it is: a variable of the environment. */
class Variable {
  readonly name: string;
  constructor(pointer: string) {
    const words = pointer.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
    this.name = words.replaceAll(/^_+|_+$/g, "");
  }
}

/** What is secret by its name, wherever it was typed. */
const secretKeys = /^(community|authPassword|privPassword|password|bearerToken|clientSecret)$/;

function withSecrets(item: object, secrets: readonly string[]): object {
  const visit = (value: unknown, pointer: string, isHeaders: boolean): unknown => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
      const place = `${pointer}/${key}`;
      const isSecret = (isHeaders || secretKeys.test(key)) && typeof inner === "string";
      return [key, isSecret ? new Variable(place) : visit(inner, place, key === "headers")];
    });
    const kept = secrets
      .filter((secret) => secret.slice(0, secret.lastIndexOf("/")) === pointer)
      .map((secret): [string, unknown] => [
        secret
          .slice(secret.lastIndexOf("/") + 1)
          .replaceAll("~1", "/")
          .replaceAll("~0", "~"),
        new Variable(secret),
      ]);
    const there = new Set(entries.map(([key]) => key));
    return Object.fromEntries([...entries, ...kept.filter(([key]) => !there.has(key))]);
  };
  return visit(item, "", false) as object;
}

function block(value: object, indent: number): string[] {
  const space = " ".repeat(indent);
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const name = `${space}${plainKey(key)}:`;
    if (key === "data" && typeof inner === "string") return [];
    if (inner instanceof Variable || typeof inner !== "object" || inner === null) {
      return [`${name} ${scalar(inner)}`];
    }
    if (Array.isArray(inner)) return [`${name} [${inner.map(scalar).join(", ")}]`];
    const lines = block(inner, indent + 2);
    return lines.length === 0 ? [`${name} {}`] : [name, ...lines];
  });
}

function plainKey(key: string): string {
  return /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key);
}

/** JSON is YAML as well; what reads the same without quotes has none. */
function scalar(value: unknown): string {
  if (value instanceof Variable) return `\${${value.name}}`;
  if (typeof value !== "string") return JSON.stringify(value);
  const isPlain =
    /^[A-Za-z/][\w ./@+-]*$/.test(value) && !/^(true|false|null|yes|no|on|off)$/i.test(value);
  // `${` would stand for a variable.
  return isPlain && value === value.trim()
    ? value
    : JSON.stringify(value).replaceAll("${", () => "$${");
}
