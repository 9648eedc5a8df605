import { createInterface } from "node:readline";
import Type from "typebox";
import { Compile } from "typebox/compile";
import type { Logger } from "#lib/logger";
import { sleep } from "#lib/sleep";
import {
  CredentialRefused,
  type Identity,
  type ServerClock,
  ServerUnreachable,
  enrol,
  nextPauseMs,
} from "#remote/link";
import type { RemoteKind } from "#wire/enrolment.v1";
import type { PartProcess, RunningLink } from "./part-process.ts";

/** One line that the server writes to its child: become this collector, or this probe. */
const Order = Compile(
  Type.Object({
    enrol: Type.String(),
    id: Type.String(),
    /** The tenant was made just now: nobody worked for it before. */
    fresh: Type.Boolean(),
  }),
);

export interface EmbeddedOptions {
  kind: RemoteKind;
  server: string;
  version: string;
  clock: ServerClock;
  log: Logger;
  /** The server's end of the line. */
  orders: NodeJS.ReadableStream;
  process: PartProcess;
}

/**
 * Takes orders from the server that started this process, until they end because the server ended, or the signal ends it.
 *
 * @returns true when it ended well; false when the server refused a token or credential and gave no other: then a new
 * start, with new tokens, is the way out.
 */
export async function obeyServer(options: EmbeddedOptions, signal: AbortSignal): Promise<boolean> {
  const { log, orders } = options;
  const over = new AbortController();
  const ends = AbortSignal.any([signal, over.signal]);
  const members = new Map<string, Member>();
  let wasRefused = false;

  function giveUp(id: string): void {
    const { kind } = options;
    log.error({ [`${kind}Id`]: id }, `the server knows this ${kind} no more: starting anew`);
    wasRefused = true;
    over.abort();
  }

  const lines = createInterface({ input: orders });
  lines.on("line", (line) => {
    const order: unknown = JSON.parse(line);
    if (!Order.Check(order)) throw new Error("the server gave an order that makes no sense");
    const { enrol: token, id, fresh } = order;
    const member = members.get(id) ?? new Member(options, id, fresh, giveUp, ends);
    members.set(id, member);
    member.enrolWith(token);
  });
  lines.once("close", () => over.abort());
  await new Promise((resolve) => ends.addEventListener("abort", resolve, { once: true }));
  lines.close();
  await Promise.all([...members.values()].map((member) => member.settled));
  return !wasRefused;
}

/** A refusal may only mean that a newer token is on its way. */
const patienceMs = 5000;

/** One identity of this process, enrolled anew whenever the server says so. */
class Member {
  settled: Promise<void> = Promise.resolve();
  readonly #options: EmbeddedOptions;
  readonly #id: string;
  readonly #giveUp: (id: string) => void;
  readonly #signal: AbortSignal;
  #fresh: boolean;
  #newest = "";
  #link: RunningLink | undefined;

  constructor(
    options: EmbeddedOptions,
    id: string,
    fresh: boolean,
    giveUp: (id: string) => void,
    signal: AbortSignal,
  ) {
    this.#options = options;
    this.#id = id;
    this.#giveUp = giveUp;
    this.#signal = signal;
    this.#fresh = fresh;
  }

  /** The credential from before stops working with the new enrolment, so its link ends first. */
  enrolWith(token: string): void {
    this.#newest = token;
    this.settled = this.settled.then(async () => {
      if (token !== this.#newest || this.#signal.aborted) return;
      await this.#link?.stop();
      const identity = await this.#enrol(token);
      if (identity === null || this.#signal.aborted) return;
      const onRefused = () => this.#onRefused(token);
      this.#link = await this.#options.process.begin(identity, this.#fresh, onRefused);
      this.#fresh = false;
    });
  }

  async #enrol(token: string): Promise<Identity | null> {
    const signal = this.#signal;
    for (let failures = 1; !signal.aborted && token === this.#newest; failures++) {
      try {
        return await enrol({ ...this.#options, token, signal });
      } catch (error) {
        if (error instanceof CredentialRefused) {
          this.#onRefused(token);
          return null;
        }
        if (!(error instanceof ServerUnreachable)) throw error;
        this.#options.log.debug({ err: error }, "not enrolled yet");
        await sleep(nextPauseMs(failures, Math.random()), signal);
      }
    }
    return null;
  }

  #onRefused(token: string): void {
    void sleep(patienceMs, this.#signal).then(() => {
      if (token === this.#newest && !this.#signal.aborted) this.#giveUp(this.#id);
    });
  }
}
