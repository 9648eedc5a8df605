import type { HostFacts } from "#engines/check-types";
import { arcsBelow, type Oid } from "../codec/oid.ts";
import type { Varbind } from "../codec/varbind.ts";
import { numberOf } from "../mib/values.ts";
import type { Conversation } from "../session/conversation.ts";
import { readObjects } from "../session/read-objects.ts";
import { startOf, walk } from "../session/walk.ts";

/** No device has more processors or components than this. */
const maxRows = 2048;

/** Reads scalars by name. @throws SnmpFailure, or the system's error */
export async function readScalars(
  conversation: Conversation,
  oids: readonly Oid[],
): Promise<Map<Oid, Varbind>> {
  const found = new Map<Oid, Varbind>();
  await readObjects(conversation, oids, (varbind) => found.set(varbind.oid, varbind));
  return found;
}

/** The numbers of a column, each with the first arc of its index. @throws SnmpFailure, or the system's error */
export async function readColumn(
  conversation: Conversation,
  column: Oid,
): Promise<{ arc: number; value: number }[]> {
  const rows: { arc: number; value: number }[] = [];
  await walk(conversation, {
    cursors: startOf([column]),
    maxRows,
    visit(_column, _index, varbind) {
      const value = numberOf(varbind);
      if (value !== null) rows.push({ arc: arcsBelow(varbind.oid, column)[0] ?? 0, value });
    },
  });
  return rows;
}

/** The mean, `null` of nothing. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** A share of a whole, 0 to 100 with two decimals; `null` when the whole is nothing. */
export function percentOf(used: number, total: number): number | null {
  return total > 0 ? percent((used / total) * 100) : null;
}

/** 0 to 100 with two decimals. */
export function percent(value: number): number {
  return Math.round(Math.min(100, Math.max(0, value)) * 100) / 100;
}

/** Facts with only a percentage. */
export function percentFacts(aspect: "cpu" | "memory", value: number | null): HostFacts {
  return { aspect, name: aspect, percent: value, used: null, total: null, seconds: null };
}
