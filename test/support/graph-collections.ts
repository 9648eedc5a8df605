import { type GraphAnswer, errors } from "#test/graph-errors";
import { type GraphItem, type GraphQuery, passes, readQuery, shaped } from "#test/graph-query";

/**
 * What a tenant has, by path without version: `/applications` a list, `/policies/authorizationPolicy` one object,
 * `/groups/ID/transitiveMembers` what belongs to a group.
 */
export type GraphData = Readonly<Record<string, readonly GraphItem[] | GraphItem>>;

interface Change {
  readonly path: string;
  readonly id: string;
  /** Null: it was removed. */
  readonly properties: GraphItem | null;
}

/** What a token of ours says; to others it is opaque. */
interface Token {
  readonly offset: number;
  /** Of a delta: how many changes were known. */
  readonly since: number | null;
  readonly until: number;
  readonly select: readonly string[];
  readonly epoch: number;
}

/** The largest page that Graph gives of a collection of the directory. */
const largestPage = 999;

/** The tenant's objects, as they are read by path and as they change. */
export class GraphCollections {
  pageSize = 100;
  /** What becomes of deltas that are too old. */
  oldDelta: "gone" | "not_found" = "not_found";
  readonly #data: Map<string, readonly GraphItem[] | GraphItem>;
  readonly #changes: Change[] = [];
  readonly #unknown = new Map<string, Set<string>>();
  #epoch = 0;

  constructor(data: GraphData) {
    this.#data = new Map(Object.entries(data).map(([path, value]) => [path.toLowerCase(), value]));
  }

  /** Changes an object, or makes one. */
  put(path: string, id: string, properties: GraphItem): void {
    const list = [...this.#list(path)];
    const at = list.findIndex((one) => one["id"] === id);
    if (at < 0) list.push({ id, ...properties });
    else list[at] = { ...list[at], ...properties };
    this.#data.set(path.toLowerCase(), list);
    this.#changes.push({ path, id, properties });
  }

  remove(path: string, id: string): void {
    const left = this.#list(path).filter((one) => one["id"] !== id);
    this.#data.set(path.toLowerCase(), left);
    this.#changes.push({ path, id, properties: null });
  }

  /** Makes it have what another tenant has, by changes that deltas tell of. Lists that the other one does not have are empty. */
  become(data: GraphData): void {
    const wanted = new Map(Object.entries(data).map(([path, it]) => [path.toLowerCase(), it]));
    for (const [path, before] of this.#data) {
      if (!isList(before)) this.#data.delete(path);
      else if (!wanted.has(path)) for (const { id } of before) this.remove(path, String(id));
    }
    for (const [path, it] of Object.entries(data)) {
      if (!isList(it)) {
        this.#data.set(path.toLowerCase(), it);
        continue;
      }
      const kept = new Set(it.map(({ id }) => id));
      for (const { id } of this.#list(path)) if (!kept.has(id)) this.remove(path, String(id));
      for (const one of it) this.put(path, String(one["id"]), one);
    }
  }

  /** All deltas that were given are too old from now on. */
  forgetDeltas(as: "gone" | "not_found"): void {
    this.oldDelta = as;
    this.#epoch++;
  }

  /** The type that a path is of does not know the property. */
  withoutProperty(path: string, name: string): void {
    const names = this.#unknown.get(path) ?? new Set();
    this.#unknown.set(path, names.add(name));
  }

  /** @param base what links begin with: `http://127.0.0.1:1234/v1.0`. */
  answer(
    path: string,
    params: URLSearchParams,
    kind: "collection" | "single",
    base: string,
  ): GraphAnswer {
    const query = readQuery(params);
    const unknown = query.select.find((name) => this.#unknown.get(path)?.has(name) === true);
    if (unknown !== undefined) return errors.noProperty(unknown, path.split("/").at(-1) ?? "");
    if (path.endsWith("/delta")) return this.#delta(path.slice(0, -"/delta".length), query, base);
    return kind === "single"
      ? this.#single(path, query, base)
      : this.#page(path, params, query, base);
  }

  #single(path: string, query: GraphQuery, base: string): GraphAnswer {
    const found = this.#find(path);
    if (found === null) return errors.noObject(path.split("/").at(-1) ?? "");
    const context = `${base}/$metadata#${path.slice(1)}`;
    return ok({ "@odata.context": context, ...shaped(found, query) });
  }

  #page(path: string, params: URLSearchParams, query: GraphQuery, base: string): GraphAnswer {
    const parent = /^(.*(?:\/[^/]+|\([^/]+\)))\/(\w+)$/.exec(path)?.[1];
    const isPart =
      parent !== undefined && /^\/(users|groups|applications|servicePrincipals)[/(]/i.test(parent);
    const whole = isPart ? this.#find(parent) : null;
    if (isPart && whole === null) return errors.noObject(parent.split("/").at(-1) ?? "");
    // Whichever of its names was used, what belongs to an object is kept by its id.
    const byId = isPart
      ? `${parent.replace(/[/(][^/]*$/, "")}/${String(whole?.["id"])}/${path.split("/").at(-1)}`
      : path;
    const all = this.#list(this.#data.has(path.toLowerCase()) ? path : byId);
    const passing: GraphItem[] = [];
    for (const item of all) {
      const passed = query.filter === null ? true : passes(item, query.filter);
      if (passed === null) return errors.badFilter(query.filter ?? "");
      if (passed) passing.push(item);
    }
    const token = query.skipToken === null ? null : readToken(query.skipToken);
    const from = token?.offset ?? 0;
    const size = Math.min(query.top ?? this.pageSize, largestPage);
    const value = passing.slice(from, from + size).map((item) => shaped(item, query));
    const selected = query.select.length === 0 ? "" : `(${query.select.join(",")})`;
    const body: Record<string, unknown> = {
      "@odata.context": `${base}/$metadata#${path.slice(1)}${selected}`,
    };
    if (from + size < passing.length) {
      const rest = [...params].filter(([name]) => name.toLowerCase() !== "$skiptoken");
      const options = rest.map(([name, text]) => `${name}=${encodeURIComponent(text)}&`).join("");
      body["@odata.nextLink"] =
        `${base}${path}?${options}$skiptoken=${writeToken({ offset: from + size, since: null, until: 0, select: [], epoch: 0 })}`;
    }
    return ok({ ...body, value });
  }

  /** The first round gives what is there; the ones behind a delta link what changed since. */
  #delta(path: string, query: GraphQuery, base: string): GraphAnswer {
    const given = query.skipToken ?? query.deltaToken;
    const token = given === null ? null : readToken(given);
    if (given !== null && token?.epoch !== this.#epoch) {
      return this.oldDelta === "gone" ? errors.goneDelta() : errors.oldDelta();
    }
    const select = token?.select ?? query.select;
    const since = query.skipToken === null ? (token?.until ?? null) : (token?.since ?? null);
    const until = query.skipToken === null ? this.#changes.length : (token?.until ?? 0);
    const all = since === null ? this.#list(path) : this.#changed(path, since, until);
    const from = query.skipToken === null ? 0 : (token?.offset ?? 0);
    const wanted: GraphQuery = { ...query, select, expand: [] };
    const value = all.slice(from, from + this.pageSize).map((item) => shaped(item, wanted));
    const next = from + this.pageSize;
    const link = (name: string, offset: number) =>
      `${base}${path}/delta?$${name}=${writeToken({ offset, since, until, select, epoch: this.#epoch })}`;
    return ok({
      "@odata.context": `${base}/$metadata#${path.slice(1)}`,
      ...(next < all.length
        ? { "@odata.nextLink": link("skiptoken", next) }
        : { "@odata.deltaLink": link("deltatoken", 0) }),
      value,
    });
  }

  /** Of what was changed its id and what was changed; of what was removed its id and the word. */
  #changed(path: string, since: number, until: number): GraphItem[] {
    const merged = new Map<string, GraphItem>();
    for (const change of this.#changes.slice(since, until)) {
      if (change.path !== path) continue;
      const { id, properties } = change;
      if (properties === null) merged.set(id, { id, "@removed": { reason: "changed" } });
      else merged.set(id, { ...without(merged.get(id), "@removed"), id, ...properties });
    }
    return [...merged.values()];
  }

  /** What is at a path: `/users/ID`, `/users/NAME`, `/servicePrincipals(appId='…')`, or the thing itself. */
  #find(path: string): GraphItem | null {
    const own = this.#data.get(path.toLowerCase());
    if (own !== undefined && !isList(own)) return own;
    const [, collection, key, value] = /^(\/\w+)\((\w+)='(.*)'\)$/.exec(path) ?? [];
    if (collection !== undefined && key !== undefined) {
      return this.#list(collection).find((one) => one[key] === value) ?? null;
    }
    const [, parent, id = ""] = /^(\/\w+)\/([^/]+)$/.exec(path) ?? [];
    if (parent === undefined) return null;
    const lists =
      parent.toLowerCase() === "/directoryobjects"
        ? ["/users", "/groups", "/servicePrincipals", "/applications"]
        : [parent];
    const wanted = decodeURIComponent(id).toLowerCase();
    const isIt = (one: GraphItem) =>
      [one["id"], one["userPrincipalName"]].some(
        (name) => typeof name === "string" && name.toLowerCase() === wanted,
      );
    return lists.flatMap((list) => this.#list(list)).find(isIt) ?? null;
  }

  #list(path: string): readonly GraphItem[] {
    const found = this.#data.get(path.toLowerCase());
    return found !== undefined && isList(found) ? found : [];
  }
}

function isList(value: readonly GraphItem[] | GraphItem): value is readonly GraphItem[] {
  return Array.isArray(value);
}

function without(item: GraphItem | undefined, name: string): GraphItem {
  return Object.fromEntries(Object.entries(item ?? {}).filter(([key]) => key !== name));
}

function ok(body: GraphItem): GraphAnswer {
  return { status: 200, headers: { "OData-Version": "4.0", "x-ms-resource-unit": "1" }, body };
}

function writeToken(token: Token): string {
  return Buffer.from(JSON.stringify(token)).toString("base64url");
}

function readToken(text: string): Token {
  return JSON.parse(Buffer.from(text, "base64url").toString());
}
