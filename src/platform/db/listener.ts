import { setTimeout as pause } from "node:timers/promises";
import type { Client, ClientConfig } from "pg";
import type { Log } from "#platform/log";
import { connectClient } from "./connection.ts";
import type { Subscription } from "./database.ts";
import { translateError } from "./errors.ts";

type OnPayload = (payload: string) => void;

/** An idle connection through a firewall can die without a sign; so it is asked now and then. */
const heartbeatMs = 30_000;
const heartbeatTimeoutMs = 10_000;
const longestPauseMs = 5_000;

/** The one connection on which this process hears notices. It is opened for the first subscriber and kept. */
export class Listener {
  readonly #config: ClientConfig;
  readonly #log: Log;
  readonly #subscribers = new Map<string, Set<OnPayload>>();
  readonly #closing = new AbortController();
  #client: Client | undefined;
  #connecting: Promise<Client> | undefined;

  constructor(config: ClientConfig, log: Log) {
    this.#config = { ...config, query_timeout: heartbeatTimeoutMs };
    this.#log = log;
  }

  async listen(channel: string, onPayload: OnPayload): Promise<Subscription> {
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(channel)) {
      throw new Error(`channel ${JSON.stringify(channel)}: small letters, digits and underscores`);
    }
    try {
      const client = this.#client ?? (await this.#connectOnce());
      await client.query(`listen ${channel}`);
    } catch (error) {
      throw translateError(error, `listen ${channel}`, true);
    }
    const subscribers = this.#subscribers.get(channel) ?? new Set();
    subscribers.add(onPayload);
    this.#subscribers.set(channel, subscribers);
    return { close: async () => this.#leave(channel, onPayload) };
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#subscribers.clear();
    await Promise.allSettled([this.#connecting]);
    await this.#client?.end();
  }

  // The connection goes on hearing the channel; that costs nothing, and nobody is told.
  #leave(channel: string, onPayload: OnPayload): void {
    const subscribers = this.#subscribers.get(channel);
    subscribers?.delete(onPayload);
    if (subscribers?.size === 0) this.#subscribers.delete(channel);
  }

  #connectOnce(): Promise<Client> {
    this.#connecting ??= this.#connect().finally(() => (this.#connecting = undefined));
    return this.#connecting;
  }

  async #connect(): Promise<Client> {
    const client = await connectClient(this.#config, (error) => {
      this.#log.warn({ err: error }, "the connection that hears notices was lost");
    });
    client.on("notification", ({ channel, payload }) => this.#tell(channel, payload ?? ""));
    const heartbeat = setInterval(() => {
      // An error ends the connection by itself, and a missing answer makes the driver end it.
      client.query("select 1", () => undefined);
    }, heartbeatMs).unref();
    client.once("end", () => {
      clearInterval(heartbeat);
      this.#client = undefined;
      void this.#reconnect();
    });
    for (const channel of this.#subscribers.keys()) await client.query(`listen ${channel}`);
    this.#client = client;
    return client;
  }

  async #reconnect(): Promise<void> {
    for (let pauseMs = 50; this.#isMissed(); pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      try {
        await this.#connectOnce();
        for (const channel of this.#subscribers.keys()) this.#tell(channel, "");
        return;
      } catch (error) {
        this.#log.warn({ err: error }, "notices cannot be heard at the moment; trying again");
        await pause(pauseMs);
      }
    }
  }

  #isMissed(): boolean {
    return this.#client === undefined && !this.#closing.signal.aborted;
  }

  #tell(channel: string, payload: string): void {
    for (const onPayload of this.#subscribers.get(channel) ?? []) {
      try {
        onPayload(payload);
      } catch (error) {
        this.#log.error({ err: error, channel }, "a subscriber failed at a notice");
      }
    }
  }
}
