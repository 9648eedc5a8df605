import type { InterfaceFacts } from "#engines/check-types";
import type { Oid } from "../codec/oid.ts";
import type { Varbind } from "../codec/varbind.ts";
import type { DeviceMemory } from "../device-memory.ts";
import * as ifMib from "../mib/interfaces.ts";
import { counterOf, numberOf, textOf } from "../mib/values.ts";
import type { Conversation } from "../session/conversation.ts";
import { nextHistory } from "./counter-history.ts";
import type { ClockReading } from "./device-clock.ts";
import { type InterfaceCells, readInterfaceCells, type Watched } from "./interface-cells.ts";
import { interfaceFacts, missingInterface, sampleOf } from "./interface-facts.ts";
import { noRates } from "./rates.ts";
import {
  finishMap,
  type InterfaceMap,
  isCurrent,
  type Located,
  locate,
  nameObject,
  nextUnfinished,
  type TableMarks,
} from "./interface-map.ts";

/** What the check learnt of the device before it looks at interfaces. */
export interface DeviceState {
  marks: TableMarks;
  clock: ClockReading;
}

/**
 * Reads the monitored interfaces into `facts`, in the order of `names`; one without a row is `missing`. What was read before
 * a failure is there.
 * @returns why rows may have been overlooked, to go on after the device's name, or `null`
 * @throws SnmpFailure, or the system's error
 */
export async function readInterfaces(
  conversation: Conversation,
  memory: DeviceMemory,
  names: readonly string[],
  state: DeviceState,
  facts: InterfaceFacts[],
): Promise<string | null> {
  const remembered = memory.interfaces;
  const trusted =
    remembered !== null && isCurrent(remembered, state.marks, names, performance.now());
  const map = trusted ? remembered : await renewMap(conversation, memory, state.marks);
  const cells = new Map<number, InterfaceCells>();
  const read = async (from: InterfaceMap): Promise<Located[]> => {
    const located = locate(from, names);
    const watched = watchedOf(located);
    await readInterfaceCells(conversation, watched, from.rows.size, cells).catch(
      (error: unknown) => {
        // What did arrive counts, but a row whose name is not confirmed says nothing.
        takeFacts(located.filter((each) => !hasMoved(each, cells)));
        throw error;
      },
    );
    return located;
  };
  const takeFacts = (located: readonly Located[]) => {
    for (const each of located) {
      const found = factsOf(each, cells, memory, state.clock);
      if (found !== null) facts.push(found);
    }
  };
  const located = await read(map);
  if (!trusted || !located.some((each) => hasMoved(each, cells))) {
    takeFacts(located);
    return map.incomplete;
  }
  const renewed = await renewMap(conversation, memory, state.marks);
  cells.clear();
  takeFacts(await read(renewed));
  return renewed.incomplete;
}

async function renewMap(
  conversation: Conversation,
  memory: DeviceMemory,
  marks: TableMarks,
): Promise<InterfaceMap> {
  memory.interfaces = null;
  memory.unfinished = nextUnfinished(memory.unfinished, marks);
  const map = await finishMap(conversation, memory.unfinished);
  memory.unfinished = null;
  memory.interfaces = map;
  return map;
}

function watchedOf(located: readonly Located[]): Watched[] {
  return located.flatMap((each) => (each.row === null ? [] : [{ ...each, row: each.row }]));
}

/** True when the row that had the name has another one now, or is gone. */
function hasMoved({ row, by }: Located, cells: ReadonlyMap<number, InterfaceCells>): boolean {
  return row !== null && textOf(cells.get(row.ifIndex)?.values.get(nameObject(by))) !== row[by];
}

/** `null` when the interface exists, but its status was not read. */
function factsOf(
  located: Located,
  cells: ReadonlyMap<number, InterfaceCells>,
  memory: DeviceMemory,
  clock: ClockReading,
): InterfaceFacts | null {
  const { wanted, row } = located;
  if (row === null || hasMoved(located, cells)) {
    memory.counters.delete(wanted);
    return missingInterface(wanted);
  }
  const cell = cells.get(row.ifIndex);
  if (cell === undefined || !cell.values.has(ifMib.ifOperStatus)) return null;
  learnRow(row, cell.values);
  const sample = sampleOf(row, cell.values);
  if (sample.inOctets === null) {
    return interfaceFacts(wanted, row, cell.values, sample.speedBps, noRates);
  }
  const point = { clock: { ...clock, ...cell.time }, sample };
  const { rates, history } = nextHistory(memory.counters.get(wanted) ?? null, point);
  memory.counters.set(wanted, history);
  return interfaceFacts(wanted, row, cell.values, sample.speedBps, rates);
}

/** What the row's agent offers; what it stops to offer is asked for anew the next time. */
function learnRow(row: Watched["row"], values: ReadonlyMap<Oid, Varbind>): void {
  const wide = counterOf(values.get(ifMib.ifHcInOctets)) !== null;
  const narrow = counterOf(values.get(ifMib.ifInOctets)) !== null;
  row.wide = wide ? true : narrow ? false : null;
  row.highSpeed = (numberOf(values.get(ifMib.ifHighSpeed)) ?? 0) > 0;
}
