/** A sensor as it would stand in a configuration file, while somebody fills it in: anything may be missing. */
export type Item = Readonly<Record<string, unknown>>;

export const sensorTypes = ["icmp", "http", "tls", "tcp", "snmp"] as const;
export type SensorType = (typeof sensorTypes)[number];

/** What another type of sensor does not have. */
const ofSnmp = ["interfaces", "host"];

/** What means nothing when it is empty. */
const holders = ["jsonPath"];

export function typeOf(item: Item): SensorType | null {
  return sensorTypes.find((type) => type === item["type"]) ?? null;
}

/** The steps of a JSON pointer (RFC 6901). */
function stepsOf(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

export function isMapping(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What stands at a place of the item; `undefined`: nothing. */
export function valueAt(item: Item, pointer: string): unknown {
  let value: unknown = item;
  for (const step of stepsOf(pointer)) {
    if (!isMapping(value) || !Object.hasOwn(value, step)) return undefined;
    value = value[step];
  }
  return value;
}

/** The item with another value at the place; `undefined` takes it away. What is on the way there is made. */
function withValue(item: Item, pointer: string, value: unknown): Item {
  return put(item, stepsOf(pointer), value);
}

function put(item: Item, [step, ...rest]: readonly string[], value: unknown): Item {
  if (step === undefined) return item;
  const { [step]: before, ...others } = item;
  if (rest.length > 0) {
    const inner = put(isMapping(before) ? before : {}, rest, value);
    const isGone = holders.includes(step) && Object.keys(inner).length === 0;
    return isGone ? others : { ...item, [step]: inner };
  }
  return value === undefined ? others : { ...item, [step]: value };
}

/**
 * The item with other values at some places. What is empty is taken away, and a name that was only suggested follows the
 * target.
 */
export function withValues(
  item: Item,
  values: readonly (readonly [at: string, to: unknown])[],
): Item {
  const next = values.reduce(
    (before, [at, to]) => withValue(before, at, isEmpty(to) ? undefined : to),
    item,
  );
  const isSuggested = (item["name"] ?? "") === suggestedName(item);
  const isNamed = values.some(([at]) => at === "/name");
  return isSuggested && !isNamed
    ? withValue(next, "/name", suggestedName(next) || undefined)
    : next;
}

function isEmpty(value: unknown): boolean {
  return value === "" || (Array.isArray(value) && value.length === 0);
}

/** The item as one of another type: what only the old one has is gone. */
export function ofType(item: Item, type: SensorType): Item {
  const kept = Object.entries(item).filter(
    ([key]) => !ofSnmp.includes(key) && !sensorTypes.some((each) => each === key),
  );
  const settings = type === "snmp" ? { snmp: { version: "2c" } } : {};
  const next = { ...Object.fromEntries(kept), ...settings, type };
  const isSuggested = (item["name"] ?? "") === suggestedName(item);
  return isSuggested ? withValue(next, "/name", suggestedName(next) || undefined) : next;
}

/** The target, as far as it is written. */
export function targetOf(item: Item): string {
  const { target } = item;
  return typeof target === "string" ? target : "";
}

/** What a sensor could be called, as long as nobody gave it a name. */
function suggestedName(item: Item): string {
  const target = targetOf(item).trim();
  if (target === "") return "";
  switch (typeOf(item)) {
    case "icmp":
      return `${target} ping`;
    case "http":
      return target.replace(/^https?:\/\//i, "").replace(/\/$/, "");
    case "tls":
      return `${target} certificate`;
    case "tcp":
      return target.replace(/:(\d+)$/, " port $1");
    case "snmp":
      return `${target} SNMP`;
    case null:
      return target;
  }
}

/** A list of texts at a place of the item. */
export function textsAt(item: Item, pointer: string): string[] {
  const value = valueAt(item, pointer);
  return Array.isArray(value) ? value.map(String) : [];
}
