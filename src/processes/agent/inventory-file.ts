import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Inventory } from "#engines/inventory-types";
import { InvalidGzip, gunzip, gzip } from "#lib/gzip";
import type { Logger } from "#lib/logger";
import { isMissing } from "#lib/missing-file";
import { revisionOf } from "./inventory-update.ts";

/** The inventory that the server has, as far as we know. */
export interface InventoryFile {
  /** Its revision; `null`: the server has none. */
  readonly revision: string | null;
  /** `null`: the server has none, or what it has is not at hand. */
  read(): Promise<Inventory | null>;
  /**
   * Whole or not at all. `null`: the server has none. On a disk that takes nothing, only the revision is known, until this ends:
   * the server then gets everything with the next change.
   */
  write(inventory: Inventory | null): Promise<void>;
}

/** 50,000 packages of 1,000 letters. */
const maxBytes = 64 * 1024 * 1024;

/**
 * Opens the file of a directory. What is damaged there, or was written by a version that thought otherwise, counts as nothing:
 * then the server gets everything again. So the revision beside the inventory is its checksum, too.
 */
export async function openInventoryFile(directory: string, log: Logger): Promise<InventoryFile> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const path = join(directory, "inventory.json.gz");
  let revision = (await load(path))?.revision ?? null;
  return {
    get revision() {
      return revision;
    },
    async read() {
      if (revision === null) return null;
      const kept = await load(path);
      return kept?.revision === revision ? kept.inventory : null;
    },
    async write(inventory) {
      const next = inventory === null ? null : revisionOf(inventory);
      const data = await gzip(JSON.stringify({ revision: next, inventory }));
      try {
        await writeWhole(path, data);
      } catch (error) {
        if (!(error instanceof Error && "syscall" in error)) throw error;
        log.error(
          { err: error, path },
          "the disk does not take what the server knows of this host",
        );
      }
      revision = next;
    },
  };
}

async function writeWhole(path: string, data: Buffer): Promise<void> {
  const file = await open(`${path}.tmp`, "w", 0o600);
  try {
    await file.writeFile(data);
  } finally {
    await file.close();
  }
  await rename(`${path}.tmp`, path);
}

async function load(path: string): Promise<{ revision: string; inventory: Inventory } | null> {
  let text: string;
  try {
    text = (await gunzip(await readFile(path), maxBytes)).toString("utf8");
  } catch (error) {
    if (error instanceof InvalidGzip) return null;
    if (isMissing(error)) return null;
    throw error;
  }
  const kept = parsed(text);
  return isWhole(kept) ? kept : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Only we write there: what has the checksum has the shape. */
function isWhole(kept: unknown): kept is { revision: string; inventory: Inventory } {
  if (typeof kept !== "object" || kept === null) return false;
  const { revision, inventory } = kept as { revision?: unknown; inventory?: Inventory | null };
  return inventory !== null && inventory !== undefined && revision === revisionOf(inventory);
}
