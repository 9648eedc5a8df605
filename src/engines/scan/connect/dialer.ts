import { getSystemErrorName } from "node:util";
import { type Deadline, DeadlineWheel } from "#lib/deadline-wheel";
import type { ConnectOutcome } from "./connector.ts";
import { allocate, type Block, epollEvent, type Libc, linux, release } from "./libc.ts";
import type { Request } from "./messages.ts";
import { outcomeOfError } from "./outcome-of-error.ts";

const wheelTickMs = 5;
/** Events taken from the kernel in one call. */
const eventBatch = 256;
const addressSize = 32; // struct sockaddr_in6 has 28
/** In epoll's data: the descriptor that wakes the thread, which is no slot. */
const wakeMark = 0xffffffff;

/** Hangs up with a reset: no TIME_WAIT that holds a port here, and no half-closed connection there. */
const lingerZero = Buffer.alloc(8);
lingerZero.writeInt32LE(1);

/** A place for one attempt. Its socket is used again after a refusal, which spares two of four system calls. */
class Slot implements Deadline {
  dueAt = 0;
  before: Deadline | null = null;
  after: Deadline | null = null;
  /** -1: none. */
  fd = -1;
  family: 4 | 6 = 4;
  /** -1: no attempt under way. */
  id = -1;
  startedAt = 0;

  readonly index: number;
  readonly #expired: (slot: Slot) => void;

  constructor(index: number, expired: (slot: Slot) => void) {
    this.index = index;
    this.#expired = expired;
  }

  expire(): void {
    this.#expired(this);
  }
}

/**
 * Connects with the kernel's non-blocking sockets and epoll(7). Synchronous: `start` begins an attempt, `step` learns
 * what became of those under way and calls `settled` once for each.
 */
export class Dialer {
  readonly #libc: Libc;
  readonly #settled: (id: number, outcome: ConnectOutcome, rttMs: number) => void;
  readonly #epoll: number;
  readonly #addresses: Block;
  readonly #events: Block;
  readonly #slots: readonly Slot[];
  readonly #free: Slot[];
  readonly #wheel = new DeadlineWheel(performance.now(), wheelTickMs);
  readonly #event = Buffer.alloc(epollEvent.size);

  /** @param wakeFd a descriptor that ends a sleep in `step` when it can be read */
  constructor(
    libc: Libc,
    wakeFd: number,
    atOnce: number,
    settled: (id: number, outcome: ConnectOutcome, rttMs: number) => void,
  ) {
    this.#libc = libc;
    this.#settled = settled;
    this.#epoll = libc.epoll_create1(linux.SOCK_CLOEXEC);
    if (this.#epoll < 0) throw new Error(`epoll_create1: ${errorName(libc.errno())}`);
    this.#addresses = allocate(atOnce * addressSize);
    this.#events = allocate(eventBatch * epollEvent.size);
    this.#slots = Array.from({ length: atOnce }, (_, at) => new Slot(at, (it) => this.#expire(it)));
    this.#free = [...this.#slots];
    this.#watch(wakeFd, linux.EPOLLIN, wakeMark);
  }

  /** How many attempts can begin now. */
  get room(): number {
    return this.#free.length;
  }

  /** @throws when there is no room */
  start(request: Request): void {
    const slot = this.#free.pop();
    if (slot === undefined) throw new Error("more connections at once than there is room for");
    slot.id = request.id;
    this.#writeAddress(slot, request);
    if (slot.fd >= 0 && slot.family !== request.family) this.#hangUp(slot);
    slot.family = request.family;
    slot.startedAt = performance.now();
    const used = slot.fd >= 0;
    let errno = this.#dial(slot);
    if (used && errno !== 0 && errno !== linux.EINPROGRESS && !isUnderstood(errno)) {
      this.#hangUp(slot); // a system that does not let a refused socket be used again
      errno = this.#dial(slot);
    }
    if (errno === linux.EINPROGRESS) this.#wheel.add(slot, slot.startedAt + request.timeoutMs);
    else this.#learn(slot, errno);
  }

  /**
   * Waits until something happens, at most so long, and tells it.
   * @param longestMs 0: does not wait
   */
  step(longestMs: number): void {
    const waitMs = Math.min(longestMs, this.#wheel.nextInMs(performance.now()) ?? longestMs);
    const count = this.#libc.epoll_wait(
      this.#epoll,
      this.#events.address,
      eventBatch,
      Math.ceil(waitMs),
    );
    for (let index = 0; index < count; index++) {
      const mark = this.#events.view.getUint32(index * epollEvent.size + epollEvent.data, true);
      const slot = mark === wakeMark ? undefined : this.#slots[mark];
      if (slot === undefined || slot.id < 0) continue;
      const errno = this.#connect(slot); // asks what became of the first call, connect(2)
      if (errno !== linux.EALREADY && errno !== linux.EINPROGRESS) this.#learn(slot, errno);
    }
    this.#wheel.advance(performance.now());
  }

  close(): void {
    for (const slot of this.#slots) this.#hangUp(slot);
    this.#libc.close(this.#epoll);
    release(this.#addresses);
    release(this.#events);
  }

  /** Opens a socket when the slot has none, and connects. @returns the errno, 0 for none */
  #dial(slot: Slot): number {
    if (slot.fd >= 0) return this.#connect(slot);
    const { SOCK_STREAM, SOCK_NONBLOCK, SOCK_CLOEXEC, AF_INET, AF_INET6 } = linux;
    const type = SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC;
    slot.fd = this.#libc.socket(slot.family === 4 ? AF_INET : AF_INET6, type, 0);
    if (slot.fd < 0) return this.#libc.errno();
    this.#libc.setsockopt(slot.fd, linux.SOL_SOCKET, linux.SO_LINGER, lingerZero, 8);
    const errno = this.#connect(slot);
    // Watched only now: a socket that is not connecting counts as hung up.
    if (errno === linux.EINPROGRESS) {
      this.#watch(slot.fd, linux.EPOLLOUT | linux.EPOLLET, slot.index);
    }
    return errno;
  }

  #connect(slot: Slot): number {
    const address = this.#addresses.address + BigInt(slot.index * addressSize);
    const length = slot.family === 4 ? 16 : 28;
    return this.#libc.connect(slot.fd, address, length) === 0 ? 0 : this.#libc.errno();
  }

  #learn(slot: Slot, errno: number): void {
    const isOpen = errno === 0 || errno === linux.EISCONN;
    // Only a refused socket is as good as new.
    if (errno !== linux.ECONNREFUSED) this.#hangUp(slot);
    this.#settle(slot, isOpen ? "open" : outcomeOfError(errorName(errno)));
  }

  #expire(slot: Slot): void {
    this.#hangUp(slot);
    this.#settle(slot, "silent");
  }

  #settle(slot: Slot, outcome: ConnectOutcome): void {
    const { id } = slot;
    this.#wheel.remove(slot);
    slot.id = -1;
    this.#free.push(slot);
    this.#settled(id, outcome, performance.now() - slot.startedAt);
  }

  #hangUp(slot: Slot): void {
    if (slot.fd >= 0) this.#libc.close(slot.fd); // which also ends its being watched
    slot.fd = -1;
  }

  #watch(fd: number, events: number, mark: number): void {
    this.#event.writeUInt32LE(events >>> 0, 0);
    this.#event.writeUInt32LE(mark, epollEvent.data);
    if (this.#libc.epoll_ctl(this.#epoll, linux.EPOLL_CTL_ADD, fd, this.#event) !== 0) {
      throw new Error(`epoll_ctl: ${errorName(this.#libc.errno())}`);
    }
  }

  /** struct sockaddr_in or sockaddr_in6: family in the order of this machine, port and address in that of the network. */
  #writeAddress(slot: Slot, { family, port, words }: Request): void {
    const { view } = this.#addresses;
    const at = slot.index * addressSize;
    view.setUint16(at, family === 4 ? linux.AF_INET : linux.AF_INET6, true);
    view.setUint16(at + 2, port);
    const first = at + (family === 4 ? 4 : 8);
    view.setUint32(at + 4, 0); // flow label of sockaddr_in6
    words.forEach((word, index) => view.setUint32(first + index * 4, word));
    if (family === 6) view.setUint32(at + 24, 0); // scope
  }
}

/** Whether it says something about the target or this machine, and not about the socket's past. */
function isUnderstood(errno: number): boolean {
  return errno === linux.ECONNREFUSED || outcomeOfError(errorName(errno)) === "unsent";
}

function errorName(errno: number): string {
  return getSystemErrorName(-errno);
}
