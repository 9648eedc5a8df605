import assert from "node:assert/strict";
import { shortened } from "#lib/printable";
import type { Operation } from "#test/api-document";
import { assertErrorShape } from "#test/error-shape";
import { placesIn, valueAt, withValue } from "#test/spoiled";

/** A whole body that an operation takes. `{n}` in its texts stands for a number that was not there before. */
export interface Sample {
  body: object;
  /** With what it is refused as things are; without it, it is taken. */
  refused?: number;
  /** Another sample is read by the same code: unlikely values are tried there. */
  alike?: boolean;
  /** For a parameter of the path other than the tenant; without it, the operation takes one of {@link HostileAims.ids}. */
  id?: string;
}

/** A service that requests with hostile texts are sent to. */
export interface HostileAims {
  operations: readonly Operation[];
  /** Sends a request as somebody who may all; the body is JSON, or nearly. */
  ask: (method: string, path: string, body?: string) => Promise<HostileReply>;
  /** Of the caller's tenant. */
  ids: readonly string[];
  /** In place of `{tenantId}`. */
  tenantId?: string;
  /** Queries that some operations cannot be asked without, by path. */
  queries?: Readonly<Record<string, string>>;
  /** Bodies of all operations that take one, of each make that there is; by operation id. */
  samples: Readonly<Record<string, readonly Sample[]>>;
  /** All that is kept of the tenant; `null`: texts are those of strangers, who are not told: what cannot be kept is replaced. */
  rows: (() => Promise<unknown>) | null;
}

/** As `inject` answers. */
export interface HostileReply {
  statusCode: number;
  headers: Readonly<Record<string, unknown>>;
  body: string;
}

/** Parameters as they stand in an address. */
const parameters = [
  "",
  "%00",
  "a,%00",
  "-1",
  "1e309",
  "9".repeat(30),
  "%",
  "%25",
  "%ff",
  "a".repeat(5000),
];

/** Texts that PostgreSQL cannot keep, as JSON. */
const unkeepable = [String.raw`"\u0000"`, String.raw`"\ud800"`];
/** Likewise, among what it can. */
const unkeepableWithin = [String.raw`"a\u0000b"`, String.raw`"a\udc00b"`];

/** What nobody means in place of a value of some type, as JSON. */
const unlikely: Readonly<Record<string, readonly string[]>> = {
  string: ['""', `"${"x".repeat(20_000)}"`, String.raw`"\u202e%s\u001b[2J"`, "1e309"],
  number: ["1e309", "1e300", "-1e300", "-1", "2147483648", "9223372036854775808", "0.5"],
  boolean: ["null", "1e309"],
  object: ["null", "[]", "-1", `[${'"x",'.repeat(2000)}"x"]`, "[".repeat(9999) + "]".repeat(9999)],
};

/** Names of fields that nobody expects, as JSON. */
const strangeNames = [...unkeepable, '"__proto__"', '"constructor"', `"${"k".repeat(5000)}"`];
/** Characters of a list that is longer than most may be. */
const longList = 200_000;

/** A list or an object with more in it than anybody means, as JSON. */
function grown(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inside = JSON.stringify(value).slice(1, -1);
  if (Array.isArray(value)) {
    const one = inside === "" ? '"x"' : inside;
    return [`[${`${one},`.repeat(longList / one.length)}${one}]`];
  }
  const [first = "x"] = Object.values(value);
  return strangeNames.map((name) => `{${inside}${inside && ","}${name}:${JSON.stringify(first)}}`);
}

/** That nothing written into any place of any request gets a 5xx, and what cannot be kept is refused whole: tests by their names. */
export function hostileTextTests(aims: HostileAims): ReadonlyMap<string, () => Promise<void>> {
  const tests = new Map<string, () => Promise<void>>();
  const { operations, ids, samples, queries = {} } = aims;
  const taking = operations.filter(({ body }) => body !== undefined);
  let made = 0;

  function placeOf(operation: Operation, id: string | undefined): string {
    return operation.path
      .replace("{tenantId}", aims.tenantId ?? "")
      .replaceAll(/\{\w+\}/g, id ?? "");
  }

  /** Each way in which an operation answers as it should. */
  async function usualWays(operation: Operation): Promise<{ id?: string; body?: string }[]> {
    const given = samples[operation.operationId];
    if (given !== undefined)
      return given.map(({ id, body }) => ({ body: JSON.stringify(body), ...(id ? { id } : {}) }));
    if (!/\{(?!tenantId\})/.test(operation.path) || operation.method !== "GET") return [{}];
    const query = queries[operation.path] ?? "";
    for (const id of ids) {
      const { statusCode } = await aims.ask("GET", `${placeOf(operation, id)}?${query}`);
      if (statusCode === 200) return [{ id }];
    }
    return assert.fail(`nothing is at ${operation.path}`);
  }

  /** Sends one; what is wrong with the answer, if anything is. */
  async function faultsOf(
    { operationId, method }: Operation,
    path: string,
    body: string | undefined,
    isAllowed: (status: number) => boolean = (status) => status < 500,
  ): Promise<string[]> {
    const sent = body?.replaceAll("{n}", () => String(++made));
    const reply = await aims.ask(method, path, sent);
    const { statusCode } = reply;
    if (statusCode >= 400) assertErrorShape(statusCode, reply);
    if (isAllowed(statusCode)) return [];
    const what = `${method} ${shortened(path, 300)} ${shortened(sent ?? "", 2000)}`;
    return [`${operationId}: ${statusCode} ${shortened(reply.body, 300)} to ${what}`];
  }

  tests.set("every operation with a body, and every field of it, has a sample", async () => {
    assert.deepEqual(
      taking.map(({ operationId }) => operationId).toSorted(),
      Object.keys(samples).toSorted(),
    );
    const missing = taking.flatMap(({ operationId, body }) => {
      const places = (samples[operationId] ?? []).flatMap((sample) => placesIn(sample.body));
      return fieldsOf(body ?? {})
        .filter((field) => !places.some((place) => isAt(field, place)))
        .map((field) => `${operationId} /${field.join("/")}`);
    });
    assert.deepEqual(missing, []);
  });

  tests.set("every sample is taken, and taken again, or refused with what it says", async () => {
    const faults: string[] = [];
    for (const operation of taking) {
      for (const { id, body, refused } of samples[operation.operationId] ?? []) {
        const isExpected = (status: number) => (refused ? status === refused : status < 300);
        for (const _time of ["once", "again"]) {
          const path = placeOf(operation, id);
          const text = JSON.stringify(body);
          faults.push(...(await faultsOf(operation, path, text, isExpected)));
        }
      }
    }
    assert.deepEqual(faults, []);
  });

  tests.set(
    "no hostile text in a parameter gets a 5xx, and every refusal has the error shape",
    async () => {
      const faults: string[] = [];
      for (const operation of operations) {
        const names = operation.parameters.filter((each) => each.in === "query");
        if (names.length === 0) continue;
        const usual = new URLSearchParams(queries[operation.path]);
        for (const { id, body } of await usualWays(operation)) {
          for (const { name } of names) {
            const others = new URLSearchParams(usual);
            others.delete(name);
            for (const value of [...parameters, `a&${name}=b`]) {
              const path = `${placeOf(operation, id)}?${others.toString()}&${name}=${value}`;
              faults.push(...(await faultsOf(operation, path, body)));
            }
          }
        }
      }
      assert.deepEqual(faults, []);
    },
  );

  tests.set(
    "no hostile text in a path gets a 5xx, and every refusal has the error shape",
    async () => {
      const faults: string[] = [];
      for (const operation of operations) {
        for (const { name } of operation.parameters.filter((each) => each.in === "path")) {
          const [sample] = samples[operation.operationId] ?? [];
          const body = sample && JSON.stringify(sample.body);
          for (const value of parameters) {
            const placed = { ...operation, path: operation.path.replace(`{${name}}`, value) };
            const path = `${placeOf(placed, ids[0])}?${queries[operation.path] ?? ""}`;
            faults.push(...(await faultsOf(operation, path, body)));
          }
        }
      }
      assert.deepEqual(faults, []);
    },
  );

  const { rows } = aims;
  if (rows !== null) {
    tests.set(
      "the character 0, or half a character, is refused in every text of every body, and nothing is kept of it",
      async () => {
        const before = await rows();
        const isRefused = (status: number) => status === 400;
        const puts = () => [...unkeepable, ...unkeepableWithin];
        const faults: string[] = [];
        for (const operation of taking) {
          const done = new Set<string>();
          for (const sample of samples[operation.operationId] ?? [])
            faults.push(...(await spoiledFaults(operation, sample, done, puts, isRefused)));
        }
        assert.deepEqual(faults, []);
        assert.deepEqual(await rows(), before);
      },
    );
  }

  for (const operation of taking) {
    const all = samples[operation.operationId] ?? [];
    const done = new Set<string>();
    for (const [i, sample] of all.entries()) {
      if (sample.alike === true) continue;
      const which = all.length > 1 ? ` ${i + 1}` : "";
      tests.set(
        `${operation.operationId}${which}: no unlikely value in a body gets a 5xx, and every refusal has the error shape`,
        async () => {
          const faults = await spoiledFaults(operation, sample, done, (value) => [
            ...(unlikely[typeof value] ?? assert.fail()),
            ...grown(value),
            ...(rows === null ? unkeepable : []),
          ]);
          assert.deepEqual(faults, []);
        },
      );
    }
  }

  return tests;

  /** Puts something in every place of a sample that is not among those that are done. */
  async function spoiledFaults(
    operation: Operation,
    { id, body }: Sample,
    done: Set<string>,
    puts: (value: unknown) => readonly string[],
    isAllowed?: (status: number) => boolean,
  ): Promise<string[]> {
    const faults: string[] = [];
    for (const place of placesIn(body).filter((each) => !done.has(each.join("/")))) {
      done.add(place.join("/"));
      const text = JSON.stringify(withValue(body, place, "{hostile}"));
      for (const put of puts(valueAt(body, place))) {
        const spoiled = text.replace('"{hostile}"', () => put);
        faults.push(...(await faultsOf(operation, placeOf(operation, id), spoiled, isAllowed)));
      }
    }
    return faults;
  }
}

/** Where a schema has values; `*` stands for any place of a list and any key that is free. */
function fieldsOf(schema: object, path: readonly string[] = []): string[][] {
  const inner = Object.entries(schema).flatMap(([keyword, value]: [string, unknown]) => {
    const each = typeof value === "object" && value !== null ? value : {};
    if (keyword === "anyOf") return Object.values(each).flatMap((one) => fieldsOf(one, path));
    if (keyword === "patternProperties")
      return Object.values(each).flatMap((one) => fieldsOf(Object(one), [...path, "*"]));
    if (keyword === "properties")
      return Object.entries(each).flatMap(([name, one]) => fieldsOf(Object(one), [...path, name]));
    const isFree = keyword === "items" || keyword === "additionalProperties";
    return isFree && each === value ? fieldsOf(each, [...path, "*"]) : [];
  });
  return inner.length > 0 ? inner : [[...path]];
}

function isAt(field: readonly string[], place: readonly (string | number)[]): boolean {
  return (
    field.length <= place.length &&
    field.every((name, i) => name === "*" || name === String(place[i]))
  );
}
