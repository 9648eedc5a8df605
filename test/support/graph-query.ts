/** An object as Graph has it. */
export type GraphItem = Readonly<Record<string, unknown>>;

/** What is asked of a path. */
export interface GraphQuery {
  readonly select: readonly string[];
  readonly expand: readonly string[];
  readonly filter: string | null;
  readonly top: number | null;
  readonly skipToken: string | null;
  readonly deltaToken: string | null;
}

/** Reads the query options; names of `$skiptoken` and `$deltatoken` are not case-sensitive. */
export function readQuery(params: URLSearchParams): GraphQuery {
  const byName = new Map([...params].map(([name, value]) => [name.toLowerCase(), value]));
  const list = (name: string) =>
    (byName.get(name) ?? "").split(/,(?![^(]*\))/).filter((one) => one !== "");
  const top = Number(byName.get("$top"));
  return {
    select: list("$select"),
    expand: list("$expand").map((one) => one.replace(/\(.*$/, "")),
    filter: byName.get("$filter") ?? null,
    top: top > 0 ? top : null,
    skipToken: byName.get("$skiptoken") ?? null,
    deltaToken: byName.get("$deltatoken") ?? null,
  };
}

/** Relations that come only when they are asked for. */
const relations = new Set(["principal", "policy", "roleDefinition", "owners", "members"]);

/** The object with the properties that were asked for; the id is always among them. */
export function shaped(item: GraphItem, { select, expand }: GraphQuery): GraphItem {
  const chosen = Object.entries(item).filter(([name]) => {
    if (name === "id" || name.startsWith("@") || expand.includes(name)) return true;
    // When users signed in costs more: it is given to those alone who ask for it.
    if (name === "signInActivity") return select.includes(name);
    return select.length === 0 ? !relations.has(name) : select.includes(name);
  });
  return Object.fromEntries(chosen);
}

/** Whether an object passes a filter of comparisons joined by `and` and `or`; `null`: that one is not understood. */
export function passes(item: GraphItem, filter: string): boolean | null {
  const results = filter.split(/ or /i).map((either) => {
    const terms = either.split(/ and /i).map((term) => compared(item, term.trim()));
    return terms.includes(null) ? null : terms.every((term) => term === true);
  });
  return results.includes(null) ? null : results.includes(true);
}

function compared(item: GraphItem, term: string): boolean | null {
  const [, equal, value] = /^([\w/]+) eq (.+)$/i.exec(term) ?? [];
  if (equal !== undefined && value !== undefined) return valueOf(item, equal) === literal(value);
  const [, start, begin] = /^startswith\(([\w/]+), ?('.*')\)$/i.exec(term) ?? [];
  if (start !== undefined && begin !== undefined) {
    const text = valueOf(item, start);
    const prefix = String(literal(begin)).toLowerCase();
    return typeof text === "string" && text.toLowerCase().startsWith(prefix);
  }
  const [, member, list] = /^([\w/]+) in ?\((.*)\)$/i.exec(term) ?? [];
  if (member === undefined || list === undefined) return null;
  return list.split(",").some((one) => literal(one.trim()) === valueOf(item, member));
}

function valueOf(item: GraphItem, path: string): unknown {
  let value: unknown = item;
  for (const name of path.split("/")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.entries(value).find(([key]) => key === name)?.[1];
  }
  return value;
}

function literal(text: string): unknown {
  if (text.startsWith("'")) return text.slice(1, -1).replaceAll("''", "'");
  if (text === "true" || text === "false") return text === "true";
  return text === "null" ? null : Number(text);
}
