/** Which name belongs to which row of the interface tables: walked once, and again when something moved. */
import type { Oid } from "../codec/oid.ts";
import { ifAlias, ifDescr, ifName } from "../mib/interfaces.ts";
import { textOf } from "../mib/values.ts";
import type { Conversation } from "../session/conversation.ts";
import { startOf, walk, type WalkCursor } from "../session/walk.ts";
import { singleIndex } from "./single-index.ts";

/** What a row was found by. */
export type NameColumn = "name" | "descr" | "alias";

export interface InterfaceRow {
  ifIndex: number;
  name: string | null;
  descr: string | null;
  alias: string | null;
  /** It has 64-bit octet counters; `null` until they were asked for. */
  wide: boolean | null;
  /** ifHighSpeed told its speed the last time. */
  highSpeed: boolean;
}

/** What tells that rows may have moved; `null` where the agent does not say. */
export interface TableMarks {
  uptimeTicks: number | null;
  ifNumber: number | null;
  tableLastChange: number | null;
}

export interface InterfaceMap {
  rows: ReadonlyMap<number, InterfaceRow>;
  marks: TableMarks;
  /** Monotonic milliseconds. */
  builtAt: number;
  /** Why rows may be missing, to go on after the device's name; `null` when all were read. */
  incomplete: string | null;
}

/** Rows beyond this are not looked at. */
const maxRows = 20_000;
/** Aliases change without any mark moving. */
const maxAgeMs = 3_600_000;
/** A name that is not there may appear without any mark moving, too; the walk for it must not become the load. */
const missingAgeMs = 60_000;

const columns: readonly (readonly [NameColumn, Oid])[] = [
  ["name", ifName],
  ["descr", ifDescr],
  ["alias", ifAlias],
];

/** The object by which a row was found, without its index. */
export function nameObject(column: NameColumn): Oid {
  return column === "name" ? ifName : column === "descr" ? ifDescr : ifAlias;
}

/** A map that is being walked: on a big device over several checks. */
export interface UnfinishedMap {
  rows: Map<number, InterfaceRow>;
  marks: TableMarks;
  cursors: WalkCursor[];
}

/** The map to be walked: `unfinished` as far as it got, unless something moved since. */
export function nextUnfinished(unfinished: UnfinishedMap | null, marks: TableMarks): UnfinishedMap {
  if (unfinished !== null && !haveMoved(unfinished.marks, marks)) return unfinished;
  return { rows: new Map(), marks, cursors: startOf(columns.map(([, oid]) => oid)) };
}

/** Walks names, descriptions and aliases to their end. @throws SnmpFailure, or the system's error */
export async function finishMap(
  conversation: Conversation,
  { rows, marks, cursors }: UnfinishedMap,
): Promise<InterfaceMap> {
  const incomplete = await walk(conversation, {
    cursors,
    maxRows,
    visit(at, index, varbind) {
      const ifIndex = singleIndex(index);
      const column = columns[at]?.[0];
      if (ifIndex === null || column === undefined) return;
      let row = rows.get(ifIndex);
      if (row === undefined) {
        row = { ifIndex, name: null, descr: null, alias: null, wide: null, highSpeed: false };
        rows.set(ifIndex, row);
      }
      row[column] = textOf(varbind);
    },
  });
  return { rows, marks, builtAt: performance.now(), incomplete };
}

/** True while the map can be trusted to find `names`, as far as one can tell without walking. */
export function isCurrent(
  map: InterfaceMap,
  marks: TableMarks,
  names: readonly string[],
  now: number,
): boolean {
  if (haveMoved(map.marks, marks)) return false;
  const ageMs = now - map.builtAt;
  if (ageMs > maxAgeMs) return false;
  return ageMs <= missingAgeMs || locate(map, names).every((found) => found.row !== null);
}

export interface Located {
  /** As the sensor says it. */
  wanted: string;
  row: InterfaceRow | null;
  by: NameColumn;
}

/**
 * Finds rows by ifName, else ifDescr, else ifAlias. Where several rows have the name it is the one with the highest index:
 * net-snmp keeps a removed interface for five minutes beside the one that was made in its place.
 */
export function locate(map: InterfaceMap, names: readonly string[]): Located[] {
  const found = new Map<string, Located>();
  const missing = new Set(names);
  for (const [by] of columns) {
    if (missing.size === 0) break;
    for (const row of map.rows.values()) {
      const text = row[by];
      if (text === null || !missing.has(text)) continue;
      const known = found.get(text)?.row;
      if (known === undefined || known === null || row.ifIndex > known.ifIndex) {
        found.set(text, { wanted: text, row, by });
      }
    }
    for (const name of found.keys()) missing.delete(name);
  }
  return names.map((wanted) => found.get(wanted) ?? { wanted, row: null, by: "name" });
}

function haveMoved(before: TableMarks, now: TableMarks): boolean {
  if (wentBack(before.uptimeTicks, now.uptimeTicks)) return true;
  return before.ifNumber !== now.ifNumber || before.tableLastChange !== now.tableLastChange;
}

function wentBack(before: number | null, now: number | null): boolean {
  return before !== null && now !== null && now < before;
}
