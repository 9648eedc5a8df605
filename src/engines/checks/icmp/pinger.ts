import { DeadlineWheel } from "#lib/deadline-wheel";
import { EchoCheck, type EchoRequest, type EchoResult } from "./echo-check.ts";
import type { IcmpError } from "./echo-packet.ts";
import type { EchoListener, EchoSocket } from "./echo-socket.ts";
import { Lane } from "./lane.ts";

/** Between the packets of one check, unless the deadline is near: what is lost in one bad moment is not three losses. */
const spacingMs = 200;
/** The last packet leaves before this share of the time is over, so that its answer has time to come. */
const sendingShare = 0.5;
const wheelTickMs = 10; // what is due within it is sent in one batch
const retryBlockedMs = 2;
/** A kernel stamp that is off by more was taken before or after a step of the wall clock, and is not believed. */
const clockStepMs = 5;
const shortestMs = 0.001;

/**
 * Sends the packets of many checks over one socket per address family and matches the replies. Synchronous: `step` does
 * what there is to do, `waitMs` says for how long there is nothing. `finish` gets each check's result exactly once.
 */
export class Pinger implements EchoListener {
  readonly #lanes: readonly Lane[];
  readonly #wheel = new DeadlineWheel(performance.now(), wheelTickMs, 2048);
  readonly #finish: (id: number, result: EchoResult) => void;
  /** Whose packets are being read. */
  #lane: Lane | null = null;

  constructor(
    sockets: readonly EchoSocket[],
    firstSequence: number,
    finish: (id: number, result: EchoResult) => void,
  ) {
    this.#lanes = sockets.map((socket) => new Lane(socket, firstSequence));
    this.#finish = finish;
  }

  /** @returns false when there is no socket for the address family */
  start(request: EchoRequest): boolean {
    const lane = this.#lanes.find((each) => each.socket.family === request.family);
    if (lane === undefined) return false;
    const now = performance.now();
    this.#enqueue(lane, new EchoCheck(request, spacingFor(request), now, this.#onDue));
    return true;
  }

  /** Sends a batch per socket, reads what came, ends what is over. @returns true when there is more to send at once */
  step(): boolean {
    let more = false;
    for (const lane of this.#lanes) {
      this.#send(lane);
      this.#lane = lane;
      lane.socket.receive(this);
      if (lane.queue.size > 0 && !lane.blocked) more = true;
    }
    this.#wheel.advance(performance.now());
    return more;
  }

  /** Milliseconds until `step` has something to do although no packet came; `null`: never. */
  waitMs(): number | null {
    for (const lane of this.#lanes) {
      if (lane.queue.size > 0) return lane.blocked ? retryBlockedMs : 0;
    }
    return this.#wheel.nextInMs(performance.now());
  }

  /** Reads the error queues. */
  readErrors(): void {
    for (const lane of this.#lanes) {
      this.#lane = lane;
      lane.socket.receiveErrors(this);
    }
  }

  reply(
    sequence: number,
    serial: number,
    view: DataView,
    at: number,
    receivedAt: number,
    readAt: number,
  ): void {
    const lane = this.#lane;
    if (lane === null) return;
    const check = lane.sequences.owner(sequence, serial);
    // Late, a duplicate, or a stranger's: nobody waits for it, or not from there.
    if (check === null || !check.isAt(view, at)) return;
    const sentAt = lane.sequences.sentAt(sequence);
    const measuredMs = receivedAt - sentAt;
    const believable = measuredMs > -clockStepMs && receivedAt < readAt + clockStepMs;
    const roundTripMs = Math.max(shortestMs, believable ? measuredMs : readAt - sentAt);
    const packet = lane.sequences.packetOf(sequence);
    lane.sequences.free(sequence, check);
    check.answered(packet, roundTripMs);
    this.#packetSettled(lane, check, readAt);
  }

  error(sequence: number, view: DataView, at: number, error: IcmpError): void {
    const lane = this.#lane;
    if (lane === null) return;
    // An error need not quote the serial (RFC 792: 64 bits of our packet), so the target has to do.
    const check = lane.sequences.owner(sequence, lane.sequences.serialOf(sequence));
    if (check === null || !check.isAt(view, at)) return;
    lane.sequences.free(sequence, check);
    check.refuse({ kind: "icmp", family: lane.socket.family, error });
    this.#packetSettled(lane, check, performance.now());
  }

  /** Stages what is due, and hands it to the kernel. */
  #send(lane: Lane): void {
    const { socket, queue, sequences, staged } = lane;
    lane.blocked = false;
    if (queue.size === 0) return;
    const now = performance.now();
    while (staged.length < socket.capacity) {
      const check = queue.take();
      if (check === undefined) break;
      check.queued = false;
      if (check.finished) continue;
      if (now >= check.endAt) {
        this.#end(lane, check);
        continue;
      }
      const sequence = sequences.take(check, check.sequences.length);
      if (sequence < 0) {
        check.queued = true;
        queue.putBack(check);
        lane.blocked = true;
        break;
      }
      check.sequences.push(sequence);
      check.roundTripsMs.push(Number.NaN);
      socket.stage(check, sequence, sequences.serialOf(sequence));
      staged.push(check);
    }
    this.#dispatch(lane);
  }

  #dispatch(lane: Lane): void {
    const { socket, queue, sequences, staged } = lane;
    this.#lane = lane; // errors of earlier packets may come up while we send
    let gone = 0;
    while (gone < staged.length) {
      const report = socket.send(this);
      if (report.blocked) break;
      const { handled, errno, fromMs, toMs } = report;
      for (let index = 0; index < handled; index++) {
        const check = staged[gone + index];
        if (check === undefined) continue;
        const sequence = check.sequences.at(-1) ?? 0;
        sequences.setSentAt(sequence, fromMs + ((toMs - fromMs) * index) / handled);
        if (errno !== 0) {
          sequences.free(sequence, check);
          check.refuse({ kind: "errno", errno });
        }
        this.#packetGone(lane, check, toMs);
      }
      gone += handled;
    }
    for (let index = staged.length - 1; index >= gone; index--) {
      lane.blocked = true;
      const check = staged[index];
      if (check === undefined) continue;
      sequences.free(check.sequences.pop() ?? 0, check);
      check.roundTripsMs.pop();
      check.queued = true;
      queue.putBack(check);
    }
    staged.length = 0;
  }

  #packetGone(lane: Lane, check: EchoCheck, nowMs: number): void {
    if (check.allSettled) this.#end(lane, check);
    else if (check.allSent) this.#wheel.add(check, check.giveUpAt(nowMs));
    else this.#wheel.add(check, nowMs + check.spacingMs);
  }

  #packetSettled(lane: Lane, check: EchoCheck, nowMs: number): void {
    if (check.allSettled) this.#end(lane, check);
    else if (check.allSent) this.#wheel.add(check, check.giveUpAt(nowMs));
  }

  readonly #onDue = (check: EchoCheck, nowMs: number): void => {
    const lane = this.#lanes.find((each) => each.socket.family === check.family);
    if (lane === undefined) return;
    if (check.allSent || nowMs >= check.endAt) this.#end(lane, check);
    else if (!check.queued) this.#enqueue(lane, check);
  };

  #enqueue(lane: Lane, check: EchoCheck): void {
    check.queued = true;
    lane.queue.push(check);
  }

  #end(lane: Lane, check: EchoCheck): void {
    if (check.finished) return;
    check.finished = true;
    this.#wheel.remove(check);
    for (const sequence of check.sequences) lane.sequences.free(sequence, check);
    this.#finish(check.id, check.result());
  }
}

function spacingFor(request: EchoRequest): number {
  return Math.min(spacingMs, (request.timeoutMs * sendingShare) / request.packets);
}
