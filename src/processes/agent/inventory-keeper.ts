import type { HostFacts, Inventory } from "#engines/inventory-types";
import type { Logger } from "#lib/logger";
import type { InventoryUpdate } from "#wire/agent.v1";
import type { InventoryFile } from "./inventory-file.ts";
import { revisionOf, updateOf } from "./inventory-update.ts";

/** Reads the inventory of this host. */
export interface InventoryReader {
  read(): Promise<Inventory>;
  /** A cheap text that is another one whenever the list of packages may have changed. */
  packagesStamp(): Promise<string>;
}

/** What the inventory of one host needs. */
export interface InventoryKeeperOptions {
  reader: InventoryReader;
  file: InventoryFile;
  /** What never changes is read again after this, in milliseconds. */
  everyMs: number;
  /** Milliseconds that only ever grow. */
  monotonic: () => number;
  /** Unix epoch milliseconds of the server. */
  now: () => number;
  log: Logger;
}

/** Knows what the server has of the inventory, and what it has not. Between two looks it holds next to nothing. */
export class InventoryKeeper {
  readonly #options: InventoryKeeperOptions;
  /** What the server does not have. */
  #untold: { inventory: Inventory; revision: string; at: number } | null = null;
  /** The server will never take it. */
  #refused: string | null = null;
  #stamp: string | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  #host: HostFacts | null = null;

  constructor(options: InventoryKeeperOptions) {
    this.#options = options;
  }

  /** What the server has, as far as we know. */
  get told(): string | null {
    return this.#options.file.revision;
  }

  /** Whether there is something that the server does not have and would take. */
  get hasNews(): boolean {
    return this.#untold !== null;
  }

  /** The host as it was read last; `null`: not yet. */
  get host(): HostFacts | null {
    return this.#host;
  }

  /**
   * Reads the inventory if it may have changed.
   *
   * @returns whether it was read, and if so, whether because of the packages.
   */
  async look(): Promise<"not read" | "read" | "packages changed"> {
    const { reader, everyMs, monotonic, now } = this.#options;
    const stamp = await reader.packagesStamp();
    const isOther = stamp !== this.#stamp;
    if (!isOther && monotonic() - this.#readAt < everyMs) return "not read";
    this.#stamp = stamp;
    this.#readAt = monotonic();
    const inventory = await reader.read();
    this.#host = inventory.host;
    const revision = revisionOf(inventory);
    const isNews = revision !== this.told && revision !== this.#refused;
    this.#untold = isNews ? { inventory, revision, at: Math.round(now()) } : null;
    if (isNews) this.#refused = null;
    return isOther ? "packages changed" : "read";
  }

  /** What is to be told next; `null`: the server has everything. */
  async next(): Promise<InventoryUpdate | null> {
    if (this.#untold === null) return null;
    const { inventory, at } = this.#untold;
    return updateOf(await this.#options.file.read(), inventory, at);
  }

  /** The server has what {@link next} said. */
  async accepted(): Promise<void> {
    if (this.#untold === null) return;
    const { inventory } = this.#untold;
    const { file, log } = this.#options;
    // Who watches the first minutes of an agent waits for this; later changes are told to those who look closer.
    const level = file.revision === null ? "info" : "debug";
    await file.write(inventory);
    this.#untold = null;
    const { packages, listeners, blindSpots } = inventory;
    const blind = blindSpots.map(({ what }) => what);
    const facts = { packages: packages.length, listeners: listeners.length, blind };
    log[level](facts, "the server has the inventory of this host");
  }

  /** The server does not have what it had: it gets everything, as it is now. */
  async forgotten(): Promise<void> {
    if (this.told !== null) await this.#options.file.write(null);
    // Read it again, unless it is at hand, or is known to be refused.
    if (this.#untold === null && this.#refused === null) this.#readAt = Number.NEGATIVE_INFINITY;
  }

  /** The server will never take what {@link next} said; the next change is another matter. */
  refused(why: string): void {
    if (this.#untold === null) return;
    const { revision } = this.#untold;
    this.#options.log.error({ revision, why }, "the server refuses this host's inventory");
    this.#refused = revision;
    this.#untold = null;
  }
}
