import type { InterfaceFacts } from "#engines/check-types";
import * as ifMib from "../mib/interfaces.ts";
import { interfaceTypeName } from "../mib/interface-types.ts";
import { numberOf, textOf } from "../mib/values.ts";
import type { Varbind } from "../codec/varbind.ts";
import type { Conversation } from "../session/conversation.ts";
import { startOf, walk } from "../session/walk.ts";
import { singleIndex } from "./single-index.ts";

/** An interface as a device shows it. */
export interface DiscoveredInterface {
  ifIndex: number;
  /** What a sensor names it by: ifName, else ifDescr. */
  name: string;
  descr: string | null;
  alias: string | null;
  /** IANA's word, for example `ethernetCsmacd`, or the number. */
  type: string;
  speedBps: number | null;
  adminStatus: InterfaceFacts["adminStatus"];
  operStatus: InterfaceFacts["operStatus"];
}

const maxRows = 20_000;
const columns = [
  ifMib.ifName,
  ifMib.ifDescr,
  ifMib.ifAlias,
  ifMib.ifType,
  ifMib.ifSpeed,
  ifMib.ifHighSpeed,
  ifMib.ifAdminStatus,
  ifMib.ifOperStatus,
] as const;

/**
 * Lists all interfaces into `interfaces`, by index. Those without any name are left out: no sensor could say which.
 * @returns why some may be missing, to go on after the device's name, or `null`
 * @throws SnmpFailure, or the system's error
 */
export async function listInterfaces(
  conversation: Conversation,
  interfaces: DiscoveredInterface[],
): Promise<string | null> {
  const rows = new Map<number, (Varbind | undefined)[]>();
  const incomplete = await walk(conversation, {
    cursors: startOf(columns),
    maxRows,
    visit(column, index, varbind) {
      const ifIndex = singleIndex(index);
      if (ifIndex === null) return;
      const row = rows.get(ifIndex) ?? [];
      row[column] = varbind;
      rows.set(ifIndex, row);
    },
  });
  const byIndex = [...rows].toSorted(([a], [b]) => a - b);
  for (const [ifIndex, row] of byIndex) {
    const found = interfaceOf(ifIndex, row);
    if (found !== null) interfaces.push(found);
  }
  return incomplete;
}

function interfaceOf(
  ifIndex: number,
  row: readonly (Varbind | undefined)[],
): DiscoveredInterface | null {
  const [ifName, ifDescr, ifAlias, type, speed, highSpeed, admin, oper] = row;
  const descr = textOf(ifDescr) || null;
  const name = textOf(ifName) || descr;
  if (name === null) return null;
  return {
    ifIndex,
    name,
    descr,
    alias: textOf(ifAlias) || null,
    type: interfaceTypeName(numberOf(type) ?? 1),
    speedBps: ifMib.speedBps(numberOf(highSpeed), numberOf(speed)),
    adminStatus: ifMib.adminWord(numberOf(admin)) ?? "missing",
    operStatus: ifMib.operWord(numberOf(oper)),
  };
}
