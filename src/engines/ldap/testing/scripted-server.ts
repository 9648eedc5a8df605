import assert from "node:assert/strict";
import { once } from "node:events";
import type { Socket } from "node:net";
import { createServer, type TLSSocket } from "node:tls";
import { dnKey } from "#engines/active-directory";
import type { Identity } from "#test/tls-fixtures";
import { BerCursor, tags } from "../ber.ts";
import { createMessageCutter } from "../message-cutter.ts";
import { type ReadFilter, readFilter } from "./read-filter.ts";
import { element, message, octets, pagedResults, result, searchEntry } from "./write-ber.ts";

/** An object that a scripted server has; names of attributes as a domain controller writes them. */
export interface ServedObject {
  readonly dn: string;
  readonly attributes: Readonly<Record<string, readonly (string | Uint8Array)[]>>;
}

/** A search as the server understands it. */
export interface Search {
  readonly base: string;
  readonly scope: string;
  readonly filter: ReadFilter;
  readonly attributes: readonly string[];
  /** How many objects of it were handed out before. */
  readonly from: number;
  readonly pageSize: number;
}

/** One page, and its result. */
export interface Answer {
  readonly entries: readonly ServedObject[];
  readonly references?: number;
  readonly code?: number;
  readonly text?: string;
  /** Where the next page begins; absent: there is none. */
  readonly next?: number;
}

export interface ScriptedServer {
  readonly port: number;
  /** In their order. */
  readonly searches: readonly Search[];
  /** How many connections there were. */
  connections(): number;
  /** User and password, in their order. */
  readonly binds: readonly (readonly [user: string, password: string])[];
}

/** What a server of the test's own does otherwise than a sound one. */
export interface Script {
  /** Null: it says nothing at all, for ever. */
  readonly answer?: (search: Search, usual: () => Answer, line: TLSSocket) => Answer | null;
  readonly bind?: (user: string) => { code: number; text?: string } | null;
}

/**
 * A directory of the test's own, for what no real server does when asked to: LDAPS on loopback with these objects, searched by
 * base, scope and filter, in pages.
 */
export async function startScriptedServer(
  t: { after(cleanUp: () => void): void },
  identity: Identity,
  objects: Iterable<ServedObject>,
  script: Script = {},
): Promise<ScriptedServer> {
  const searches: Search[] = [];
  const binds: (readonly [string, string])[] = [];
  const keyed = Array.from(objects, (object) => ({
    key: dnKey(object.dn),
    object,
    values: new Map(
      Object.entries(object.attributes).map(([name, values]) => [name.toLowerCase(), values]),
    ),
  }));
  const byKey = new Map(keyed.map((one) => [one.key, one]));

  function usual(search: Search): Answer {
    const base = dnKey(search.base);
    const atBase = byKey.get(base);
    if (atBase === undefined && base !== "") return { entries: [], code: 32 };
    const among = search.scope === "base" ? (atBase === undefined ? [] : [atBase]) : keyed;
    const found = among.filter(
      ({ key, values }) => isIn(key, base, search.scope) && search.filter.holds(values),
    );
    const entries = found.slice(search.from, search.from + search.pageSize);
    const next = search.from + entries.length;
    const page = entries.map(({ object }) => object);
    return next < found.length ? { entries: page, next } : { entries: page };
  }

  function hear(line: TLSSocket, bytes: Buffer): void {
    const request = new BerCursor(bytes).enter(tags.sequence);
    const id = request.integer(tags.integer);
    const tag = request.tag;
    if (tag === 0x42) return void line.end();
    if (tag === 0x60) {
      const operation = request.enter(0x60);
      operation.integer(tags.integer);
      const bind = [operation.text(tags.octetString), operation.text(0x80)] as const;
      binds.push(bind);
      const said = script.bind === undefined ? { code: 0 } : script.bind(bind[0]);
      if (said !== null) line.write(message(id, result(0x61, said.code, said.text)));
      return;
    }
    assert.equal(tag, 0x63, "it is asked for nothing but searches");
    const search = readSearch(request);
    searches.push(search);
    const answer = (script.answer ?? ((_, usual) => usual()))(search, () => usual(search), line);
    if (answer !== null) say(line, id, search, answer);
  }

  const server = createServer(identity, (line) => {
    const cutter = createMessageCutter(1_000_000);
    line.on("error", () => line.destroy());
    line.on("data", (piece: Buffer) => {
      for (const bytes of cutter.push(piece)) hear(line, bytes);
    });
  });
  const open = new Set<Socket>();
  let connections = 0;
  server.on("connection", (socket: Socket) => {
    connections++;
    open.add(socket);
    socket.on("close", () => open.delete(socket));
    socket.on("error", () => socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  return { port: address.port, searches, binds, connections: () => connections };
}

function say(line: TLSSocket, id: number, search: Search, answer: Answer): void {
  const wanted = new Set(search.attributes.map(bare));
  line.cork();
  for (const { dn, attributes } of answer.entries) {
    const asked = Object.entries(attributes).filter(([name]) => wanted.has(bare(name)));
    line.write(message(id, searchEntry(dn, asked)));
  }
  for (let count = answer.references ?? 0; count > 0; count--) {
    line.write(message(id, element(0x73, octets("ldap://elsewhere.test/DC=elsewhere,DC=test"))));
  }
  const cookie = answer.next === undefined ? "" : String(answer.next);
  const done = result(0x65, answer.code ?? 0, answer.text);
  line.write(message(id, done, pagedResults(Buffer.from(cookie))));
  line.uncork();
}

/** An attribute's name without its options. */
function bare(name: string): string {
  return name.toLowerCase().replace(/;.*/, "");
}

const scopes = ["base", "one", "sub"];

/** SearchRequest with its controls, RFC 4511 section 4.5.1. */
function readSearch(request: BerCursor): Search {
  const operation = request.enter(0x63);
  const base = operation.text(tags.octetString);
  const scope = scopes[operation.integer(tags.enumerated)] ?? "unknown";
  operation.integer(tags.enumerated); // aliases
  operation.integer(tags.integer); // size limit
  operation.integer(tags.integer); // time limit
  operation.integer(tags.boolean); // types only
  const filter = readFilter(operation);
  const attributes: string[] = [];
  const list = operation.enter(tags.sequence);
  while (!list.isAtEnd) attributes.push(list.text(tags.octetString));
  return { base, scope, filter, attributes, ...pageOf(request) };
}

/** Size and cookie of RFC 2696. */
function pageOf(request: BerCursor): { from: number; pageSize: number } {
  const controls = request.isAtEnd ? null : request.enter(0xa0);
  while (controls !== null && !controls.isAtEnd) {
    const control = controls.enter(tags.sequence);
    const type = control.text(tags.octetString);
    control.integer(tags.boolean);
    const value = control.bytes(tags.octetString);
    if (type !== "1.2.840.113556.1.4.319") continue;
    const inside = new BerCursor(value).enter(tags.sequence);
    return {
      pageSize: inside.integer(tags.integer),
      from: Number(inside.text(tags.octetString)),
    };
  }
  return { from: 0, pageSize: Number.MAX_SAFE_INTEGER };
}

function isIn(key: string, base: string, scope: string): boolean {
  if (scope === "base") return key === base;
  if (scope === "sub") return key === base || key.endsWith(`,${base}`);
  const above = key.slice(key.search(/(?<!\\),/) + 1);
  return above === base && key !== base;
}
