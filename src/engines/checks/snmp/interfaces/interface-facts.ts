import type { InterfaceFacts } from "#engines/check-types";
import type { Oid } from "../codec/oid.ts";
import type { Varbind } from "../codec/varbind.ts";
import * as ifMib from "../mib/interfaces.ts";
import { counterOf, numberOf } from "../mib/values.ts";
import type { InterfaceRow } from "./interface-map.ts";
import { type CounterReading, type CounterSample, noRates, type Rates } from "./rates.ts";

/** The counters of an interface out of what was read. */
export function sampleOf(row: InterfaceRow, values: ReadonlyMap<Oid, Varbind>): CounterSample {
  const number = (column: Oid) => numberOf(values.get(column));
  const wide = row.wide === true;
  return {
    ifIndex: row.ifIndex,
    discontinuity: number(ifMib.ifCounterDiscontinuityTime),
    speedBps: ifMib.speedBps(number(ifMib.ifHighSpeed), number(ifMib.ifSpeed)),
    inOctets: reading(values.get(wide ? ifMib.ifHcInOctets : ifMib.ifInOctets)),
    outOctets: reading(values.get(wide ? ifMib.ifHcOutOctets : ifMib.ifOutOctets)),
    inErrors: reading(values.get(ifMib.ifInErrors)),
    outErrors: reading(values.get(ifMib.ifOutErrors)),
    inDiscards: reading(values.get(ifMib.ifInDiscards)),
    outDiscards: reading(values.get(ifMib.ifOutDiscards)),
  };
}

/** The facts of an interface that was found. */
export function interfaceFacts(
  wanted: string,
  row: InterfaceRow,
  values: ReadonlyMap<Oid, Varbind>,
  speedBps: number | null,
  rates: Rates,
): InterfaceFacts {
  const admin = ifMib.adminWord(numberOf(values.get(ifMib.ifAdminStatus)));
  return {
    name: wanted,
    alias: row.alias === "" ? null : row.alias,
    ifIndex: row.ifIndex,
    adminStatus: admin ?? "missing",
    operStatus: ifMib.operWord(numberOf(values.get(ifMib.ifOperStatus))),
    speedBps,
    inBps: rounded(rates.inBps, 0),
    outBps: rounded(rates.outBps, 0),
    inErrorsPerSec: rounded(rates.inErrorsPerSec, 3),
    outErrorsPerSec: rounded(rates.outErrorsPerSec, 3),
    inDiscardsPerSec: rounded(rates.inDiscardsPerSec, 3),
    outDiscardsPerSec: rounded(rates.outDiscardsPerSec, 3),
    utilisationPercent: rounded(rates.utilisationPercent, 2),
  };
}

/** The facts of an interface that no row of the device has the name of. */
export function missingInterface(wanted: string): InterfaceFacts {
  const { inBps, outBps } = noRates;
  return {
    name: wanted,
    alias: null,
    ifIndex: null,
    adminStatus: "missing",
    operStatus: "missing",
    speedBps: null,
    ...noRates,
    inBps,
    outBps,
  };
}

/** Down as the sensor means it: switched on, and not working. Testing, unknown, dormant and notPresent are not down. */
export function isDown({ adminStatus, operStatus }: InterfaceFacts): boolean {
  return adminStatus === "up" && (operStatus === "down" || operStatus === "lowerLayerDown");
}

function reading(varbind: Varbind | undefined): CounterReading | null {
  const value = counterOf(varbind);
  return value === null ? null : { value, bits: varbind?.type === "counter64" ? 64 : 32 };
}

function rounded(value: number | null, digits: number): number | null {
  if (value === null) return null;
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor;
}
