/** Reads the objects of monitored interfaces: exact instances when they are few, the whole columns when they are most. */
import { child, type Oid } from "../codec/oid.ts";
import type { Varbind } from "../codec/varbind.ts";
import * as ifMib from "../mib/interfaces.ts";
import { sysUpTime, sysUpTimeObject } from "../mib/system.ts";
import { numberOf } from "../mib/values.ts";
import type { Conversation } from "../session/conversation.ts";
import { readObjects } from "../session/read-objects.ts";
import { startOf, walk } from "../session/walk.ts";
import { type Located, nameObject } from "./interface-map.ts";
import { singleIndex } from "./single-index.ts";

/** When a cell was read: the device's sysUpTime in the same answer, and our clock around it. */
export interface CellTime {
  uptimeTicks: number | null;
  sentAt: number;
  receivedAt: number;
}

/** The objects of one interface, by column. */
export interface InterfaceCells {
  values: Map<Oid, Varbind>;
  /** Of the incoming octets, which are what rates are made of. */
  time: CellTime;
}

/** A located interface whose row is known. */
export type Watched = Located & { row: NonNullable<Located["row"]> };

/** More than this share of the table is cheaper to walk than to ask for: answers weigh the same, questions do not. */
const walkShare = 0.8;

/**
 * Reads what {@link columnsOf} says for each interface into `cells`, by ifIndex; what was read before a failure is there.
 * @throws SnmpFailure, or the system's error
 */
export async function readInterfaceCells(
  conversation: Conversation,
  watched: readonly Watched[],
  tableRows: number,
  cells: Map<number, InterfaceCells>,
): Promise<void> {
  const take = cellTaker(conversation, cells);
  if (conversation.version !== 1 && watched.length >= tableRows * walkShare) {
    await walkCells(conversation, watched, tableRows, take);
  }
  // What a walk did not come to (an agent that walks in circles, say) is asked for by name.
  const left = watched.filter(({ row }) => !cells.has(row.ifIndex));
  const instances = new Map<Oid, { ifIndex: number; column: Oid }>();
  for (const each of left) {
    const { ifIndex } = each.row;
    for (const column of columnsOf(each, conversation.version)) {
      instances.set(child(column, ifIndex), { ifIndex, column });
    }
  }
  const visit = (varbind: Varbind) => {
    const place = instances.get(varbind.oid);
    if (place === undefined) take.stamp(varbind);
    else take.cell(place.ifIndex, place.column, varbind);
  };
  await readObjects(conversation, [...instances.keys()], visit, sysUpTime);
}

async function walkCells(
  conversation: Conversation,
  watched: readonly Watched[],
  tableRows: number,
  take: CellTaker,
): Promise<void> {
  const wanted = new Set(watched.map(({ row }) => row.ifIndex));
  const columns = [...new Set(watched.flatMap((each) => columnsOf(each, conversation.version)))];
  await walk(conversation, {
    cursors: startOf(columns),
    scalars: [sysUpTimeObject],
    maxRows: tableRows,
    visit(column, index, varbind) {
      const ifIndex = singleIndex(index);
      const object = columns[column];
      if (ifIndex === null || object === undefined || !wanted.has(ifIndex)) return;
      take.cell(ifIndex, object, varbind);
    },
    visitScalar: take.stamp,
  });
}

/** The columns to read for an interface. What its agent was found to lack is left out, what is unknown is tried. */
function columnsOf({ row, by }: Watched, version: 1 | 2 | 3): Oid[] {
  const columns = [nameObject(by), ifMib.ifAdminStatus, ifMib.ifOperStatus];
  if (row.wide !== false && version !== 1) columns.push(ifMib.ifHcInOctets, ifMib.ifHcOutOctets);
  if (row.wide !== true || version === 1) columns.push(ifMib.ifInOctets, ifMib.ifOutOctets);
  columns.push(ifMib.ifInErrors, ifMib.ifOutErrors, ifMib.ifInDiscards, ifMib.ifOutDiscards);
  // In v1 each object that is not there costs a round trip: without a name there is no ifXTable.
  if (version !== 1 || row.name !== null) {
    columns.push(ifMib.ifCounterDiscontinuityTime, ifMib.ifHighSpeed);
  }
  if (!row.highSpeed) columns.push(ifMib.ifSpeed);
  return columns;
}

interface CellTaker {
  stamp(varbind: Varbind): void;
  cell(ifIndex: number, column: Oid, varbind: Varbind): void;
}

function cellTaker(conversation: Conversation, cells: Map<number, InterfaceCells>): CellTaker {
  let uptimeTicks: number | null = null;
  return {
    stamp(varbind) {
      uptimeTicks = numberOf(varbind);
    },
    cell(ifIndex, column, varbind) {
      let cell = cells.get(ifIndex);
      if (cell === undefined) {
        cell = { values: new Map(), time: { uptimeTicks, ...conversation.latest } };
        cells.set(ifIndex, cell);
      }
      cell.values.set(column, varbind);
      if (column === ifMib.ifHcInOctets || column === ifMib.ifInOctets) {
        cell.time = { uptimeTicks, ...conversation.latest };
      }
    },
  };
}
