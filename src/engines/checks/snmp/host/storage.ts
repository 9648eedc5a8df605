import type { HostFacts } from "#engines/check-types";
import type { Oid } from "../codec/oid.ts";
import * as mib from "../mib/host.ts";
import { numberOf, textOf } from "../mib/values.ts";
import type { Conversation } from "../session/conversation.ts";
import { startOf, walk } from "../session/walk.ts";
import { percentOf } from "./gauges.ts";

/** A row of hrStorageTable. */
export interface StorageRow {
  index: string;
  type: Oid | null;
  name: string;
  /** Octets. */
  used: number;
  total: number;
}

const maxRows = 2048;
const columns = [
  mib.hrStorageType,
  mib.hrStorageDescr,
  mib.hrStorageAllocationUnits,
  mib.hrStorageSize,
  mib.hrStorageUsed,
] as const;

/** All that the host stores into: disks, memory, swap. @throws SnmpFailure, or the system's error */
export async function readStorageTable(conversation: Conversation): Promise<StorageRow[]> {
  const rows = new Map<string, Partial<Record<number, number>> & { type?: Oid; name?: string }>();
  await walk(conversation, {
    cursors: startOf(columns),
    maxRows,
    visit(column, index, varbind) {
      const row = rows.get(index) ?? {};
      rows.set(index, row);
      if (column === 0 && varbind.type === "oid") row.type = varbind.value;
      else if (column === 1) row.name = textOf(varbind) ?? "";
      else row[column] = numberOf(varbind) ?? 0;
    },
  });
  return [...rows].flatMap(([index, row]) => {
    const unit = row[2] ?? 0;
    const total = unsigned(row[3] ?? 0) * unit;
    if (row.name === undefined || total <= 0) return [];
    return [
      { index, type: row.type ?? null, name: row.name, used: unsigned(row[4] ?? 0) * unit, total },
    ];
  });
}

/** Each fixed disk, by names that do not repeat. */
export function fixedDisks(rows: readonly StorageRow[]): HostFacts[] {
  const facts = new Map<string, HostFacts>();
  for (const row of rows) {
    if (row.type !== mib.hrStorageFixedDisk) continue;
    const known = facts.get(row.name);
    // The same volume listed twice (bind mounts) is one.
    if (known !== undefined && known.total === row.total && known.used === row.used) continue;
    let name = row.name;
    for (let copy = 2; facts.has(name); copy++) name = `${row.name} (${copy})`;
    facts.set(name, volumeFacts({ ...row, name }));
  }
  return [...facts.values()];
}

/**
 * One volume by its description, a fixed disk before anything else. Windows appends label and serial number to the drive
 * (`C:\ Label:System  Serial Number …`): the part before the first space is enough.
 */
export function volume(rows: readonly StorageRow[], wanted: string): HostFacts | null {
  const disk = fixedDisks(rows).find((each) => each.name === wanted);
  if (disk !== undefined) return disk;
  const exact = rows.find((row) => row.name === wanted);
  const row = exact ?? rows.find((each) => each.name.startsWith(`${wanted} `));
  return row === undefined ? null : { ...volumeFacts(row), name: wanted };
}

function volumeFacts({ name, used, total }: StorageRow): HostFacts {
  return { aspect: "storage", name, percent: percentOf(used, total), used, total, seconds: null };
}

/** The columns are Integer32: above 2^31 units agents let them turn negative. */
function unsigned(value: number): number {
  return value < 0 ? value + 2 ** 32 : value;
}
