import type { DescribedChange } from "#platform/declarations";
import type { ConfigurationChanges } from "./diff-configuration.ts";

/** Lists changes in the order in which a person would make them by hand. */
export function describeChanges(changes: ConfigurationChanges): DescribedChange[] {
  const { collectors, sensors, maintenance } = changes;
  const list: DescribedChange[] = [];
  const add = (
    action: DescribedChange["action"],
    kind: "collector" | "sensor" | "maintenance",
    names: readonly string[],
  ): void => {
    for (const name of names) list.push({ action, kind, name });
  };
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
  return list;
}

function namesOf(items: readonly { name: string }[]): string[] {
  return items.map(({ name }) => name);
}
