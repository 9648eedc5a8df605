import type { ConfigurationChanges } from "./diff-configuration.ts";

/** One change, for a script to read. */
export interface DescribedChange {
  action: "create" | "update" | "delete";
  kind: "tenant" | "plan" | "company" | "collector" | "sensor" | "maintenance";
  name: string;
  /** What differs, of an update; credentials are named and not shown. */
  differences?: { field: string; from?: unknown; to?: unknown }[];
}

/** Lists changes in the order in which a person would make them by hand. */
export function describeChanges(
  tenant: { name: string; isNew: boolean },
  changes: ConfigurationChanges,
): DescribedChange[] {
  const { sensorLimit, companies, collectors, sensors, maintenance } = changes;
  const list: DescribedChange[] = [];
  const add = (
    action: DescribedChange["action"],
    kind: DescribedChange["kind"],
    names: readonly string[],
  ): void => {
    for (const name of names) list.push({ action, kind, name });
  };
  if (tenant.isNew) add("create", "tenant", [tenant.name]);
  if (sensorLimit !== null) {
    const differences = [{ field: "sensorLimit", ...sensorLimit }];
    list.push({ action: "update", kind: "plan", name: tenant.name, differences });
  }
  add("create", "company", companies.create);
  add("create", "collector", namesOf(collectors.create));
  for (const { before, after } of collectors.update) {
    const differences = (["allow", "deny"] as const)
      .map((field) => ({ field: `targets.${field}`, from: before[field], to: after[field] }))
      .filter(({ from, to }) => from.join() !== to.join());
    list.push({ action: "update", kind: "collector", name: after.name, differences });
  }
  add("create", "sensor", namesOf(sensors.create));
  for (const { after, differences } of sensors.update) {
    list.push({ action: "update", kind: "sensor", name: after.name, differences });
  }
  add("create", "maintenance", namesOf(maintenance.create));
  add("update", "maintenance", namesOf(maintenance.update));
  add("delete", "maintenance", maintenance.delete);
  add(
    "delete",
    "sensor",
    sensors.delete.map(({ declaredAs }) => declaredAs),
  );
  add("delete", "collector", collectors.delete);
  add("delete", "company", companies.delete);
  return list;
}

function namesOf(items: readonly { name: string }[]): string[] {
  return items.map(({ name }) => name);
}

const signs = { create: "+", update: "~", delete: "-" } as const;

/** `~ sensor ssh (intervalSec 60 → 30)` */
export function formatChange({ action, kind, name, differences = [] }: DescribedChange): string {
  const what = `${signs[action]} ${kind} ${name}`;
  if (differences.length === 0) return what;
  const parts = differences.map((difference) =>
    "from" in difference
      ? `${difference.field} ${shown(difference.from)} → ${shown(difference.to)}`
      : difference.field,
  );
  return `${what} (${parts.join(", ")})`;
}

/** Longer values say no more in a list of changes. */
const shownCharacters = 60;

function shown(value: unknown): string {
  if (value === null || value === undefined) return "none";
  if (Array.isArray(value)) return cut(`[${value.join(", ")}]`);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text === "" ? '""' : cut(text.replaceAll(/\s+/g, " "));
}

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= shownCharacters
    ? text
    : `${characters.slice(0, shownCharacters).join("")}…`;
}
