import { extendedError, receiveStamp, timespecMs } from "./control-data.ts";
import {
  type IcmpError,
  icmpOffset,
  icmpTypes,
  isFatal,
  mark,
  packetSize,
  prepareEcho,
  writeEcho,
} from "./echo-packet.ts";
import { type Libc, linux } from "./libc.ts";
import { createMessageBatch, type MessageBatch } from "./message-batch.ts";

/** `datagram`: the kernel's ping socket, for the groups in net.ipv4.ping_group_range. `raw`: root or CAP_NET_RAW. */
export type SocketKind = "datagram" | "raw";

/** Where a packet goes. */
export interface EchoAddress {
  family: 4 | 6;
  /** Network order; IPv4 has one word in `w0`. */
  w0: number;
  w1: number;
  w2: number;
  w3: number;
  /** Interface index for a link-local address, else 0. */
  scope: number;
}

/**
 * Who hears what the socket receives. `view` at `at` holds an address: of who replied, or whom the packet was for. Who
 * listens has to compare it.
 */
export interface EchoListener {
  /** `receivedAt` is the kernel's stamp in milliseconds of performance.now(). */
  reply(
    sequence: number,
    serial: number,
    view: DataView,
    at: number,
    receivedAt: number,
    readAt: number,
  ): void;
  error(sequence: number, view: DataView, at: number, error: IcmpError): void;
}

/** What became of staged packets: of the first `handled`, all left, or the kernel refused the last with `errno`. */
export interface SendReport {
  handled: number;
  errno: number;
  /** The kernel takes no more at the moment. */
  blocked: boolean;
  /** The first left at the one, the last at the other time, in milliseconds of performance.now(). */
  fromMs: number;
  toMs: number;
}

const batchSize = 64;
const receiveSize = 256; // the longest we read: an error that quotes our packet behind two IP headers with options
const controlSize = 128;
const wantedReceiveBuffer = 4 * 2 ** 20; // replies to a burst of some 5,000 packets

/** One non-blocking ICMP socket that moves packets in batches. Times are the kernel's where it gives them. */
export class EchoSocket {
  readonly family: 4 | 6;
  readonly kind: SocketKind;
  readonly fd: number;
  readonly capacity = batchSize;
  readonly #libc: Libc;
  readonly #id: number;
  readonly #secret: number;
  readonly #out: MessageBatch;
  readonly #in: MessageBatch;
  readonly #timespec = Buffer.alloc(16);
  readonly #timespecView = new DataView(this.#timespec.buffer, this.#timespec.byteOffset, 16);
  readonly #report: SendReport = { handled: 0, errno: 0, blocked: false, fromMs: 0, toMs: 0 };
  #staged = 0;
  #gone = 0;

  /** @returns the socket, or the errno with which the kernel refuses it */
  static open(
    libc: Libc,
    family: 4 | 6,
    kind: SocketKind,
    random: { id: number; secret: number },
  ): EchoSocket | number {
    const type = kind === "raw" ? linux.SOCK_RAW : linux.SOCK_DGRAM;
    const fd = libc.socket(
      family === 4 ? linux.AF_INET : linux.AF_INET6,
      type | linux.SOCK_NONBLOCK | linux.SOCK_CLOEXEC,
      family === 4 ? linux.IPPROTO_ICMP : linux.IPPROTO_ICMPV6,
    );
    return fd < 0 ? libc.errno() : new EchoSocket(libc, family, kind, fd, random);
  }

  private constructor(
    libc: Libc,
    family: 4 | 6,
    kind: SocketKind,
    fd: number,
    random: { id: number; secret: number },
  ) {
    this.#libc = libc;
    this.family = family;
    this.kind = kind;
    this.fd = fd;
    this.#id = random.id;
    this.#secret = random.secret;
    const nameSize = family === 4 ? 16 : 28; // struct sockaddr_in, sockaddr_in6
    const sizes = { capacity: batchSize, nameSize };
    this.#out = createMessageBatch({ ...sizes, packetSize, controlSize: 0 });
    this.#in = createMessageBatch({ ...sizes, packetSize: receiveSize, controlSize });
    for (let index = 0; index < batchSize; index++) {
      prepareEcho(this.#out.packets.view, index * packetSize, family);
      const domain = family === 4 ? linux.AF_INET : linux.AF_INET6;
      this.#out.addresses.view.setUint16(index * this.#out.addressSize, domain, true);
    }
    this.#configure();
  }

  close(): void {
    this.#libc.close(this.fd);
    this.#in.release();
    this.#out.release();
  }

  /** How many more packets can be staged. */
  get room(): number {
    return batchSize - this.#staged;
  }

  /** Puts a packet into the batch that {@link send} sends. */
  stage(to: EchoAddress, sequence: number, serial: number): void {
    const index = this.#staged++;
    const view = this.#out.addresses.view;
    const at = index * this.#out.addressSize;
    if (this.family === 4) {
      view.setUint32(at + 4, to.w0);
    } else {
      view.setUint32(at + 8, to.w0);
      view.setUint32(at + 12, to.w1);
      view.setUint32(at + 16, to.w2);
      view.setUint32(at + 20, to.w3);
      view.setUint32(at + 24, to.scope, true);
    }
    const packet = index * packetSize;
    writeEcho(
      this.#out.packets.view,
      packet,
      this.family,
      this.#id,
      sequence,
      serial,
      this.#secret,
    );
  }

  /** Sends staged packets, as many as go in one call; the report is overwritten by the next one. */
  send(listener: EchoListener): SendReport {
    const report = this.#report;
    report.errno = 0;
    report.blocked = false;
    report.handled = 0;
    report.fromMs = performance.now();
    const count = this.#staged - this.#gone;
    const sent = this.#libc.sendmmsg(this.fd, this.#out.at(this.#gone), count, linux.MSG_DONTWAIT);
    const errno = sent < 0 ? this.#libc.errno() : 0;
    report.toMs = performance.now();
    if (sent >= 0) {
      report.handled = sent;
    } else if (errno === linux.EAGAIN || errno === linux.ENOBUFS || errno === linux.ENOMEM) {
      report.blocked = true;
    } else if (errno !== linux.EINTR && this.receiveErrors(listener) === 0) {
      // Nothing was pending from an earlier packet, so the error is about this one.
      report.handled = 1;
      report.errno = errno;
    }
    this.#gone += report.handled;
    if (this.#gone === this.#staged || report.blocked) {
      this.#gone = 0;
      this.#staged = 0;
    }
    return report;
  }

  /** Reads everything that waits. */
  receive(listener: EchoListener): void {
    let count = batchSize;
    while (count === batchSize) {
      count = this.#libc.recvmmsg(this.fd, this.#in.at(0), batchSize, linux.MSG_DONTWAIT, null);
      if (count < 0) {
        const errno = this.#libc.errno();
        if (errno === linux.EAGAIN) return;
        // What an error message left on the socket is told once; it is in the error queue with all that belongs to it.
        if (errno !== linux.EINTR) this.receiveErrors(listener);
        count = batchSize;
        continue;
      }
      const readAt = performance.now();
      this.#libc.clock_gettime(linux.CLOCK_REALTIME, this.#timespec);
      const wallClockAhead = timespecMs(this.#timespecView, 0) - readAt;
      for (let index = 0; index < count; index++) {
        this.#hear(listener, index, wallClockAhead, readAt);
      }
      this.#in.renew(count);
    }
  }

  /** Reads the error queue (datagram sockets; ip(7), IP_RECVERR). @returns how many entries there were */
  receiveErrors(listener: EchoListener): number {
    if (this.kind === "raw") return 0;
    const flags = linux.MSG_ERRQUEUE | linux.MSG_DONTWAIT;
    const { packets, addresses, control } = this.#in;
    let total = 0;
    for (;;) {
      const count = this.#libc.recvmmsg(this.fd, this.#in.at(0), batchSize, flags, null);
      if (count <= 0) return total;
      total += count;
      for (let index = 0; index < count; index++) {
        const error = extendedError(
          control.view,
          index * controlSize,
          this.#in.controlLengthOf(index),
          this.family,
        );
        if (error === null || !isFatal(this.family, error.type)) continue;
        if (this.#in.lengthOf(index) < mark.serial) continue;
        const sequence = packets.view.getUint16(index * receiveSize + mark.sequence);
        listener.error(sequence, addresses.view, this.#nameAt(index), error);
      }
      this.#in.renew(count);
    }
  }

  #hear(listener: EchoListener, index: number, wallClockAhead: number, readAt: number): void {
    const { view } = this.#in.packets;
    const packetAt = index * receiveSize;
    const end = packetAt + this.#in.lengthOf(index);
    const at = icmpOffset(view, packetAt, this.#hasIpHeader);
    if (at + mark.end > end) return;
    const type = view.getUint8(at);
    if (type !== icmpTypes[this.family].reply) {
      if (this.kind === "raw") this.#hearError(listener, index, at, end);
      return;
    }
    if (view.getUint32(at + mark.secret) !== this.#secret) return;
    if (this.kind === "raw" && view.getUint16(at + mark.id) !== this.#id) return;
    const stamp = receiveStamp(
      this.#in.control.view,
      index * controlSize,
      this.#in.controlLengthOf(index),
    );
    listener.reply(
      view.getUint16(at + mark.sequence),
      view.getUint32(at + mark.serial),
      this.#in.addresses.view,
      this.#nameAt(index),
      stamp === null ? readAt : stamp - wallClockAhead,
      readAt,
    );
  }

  /** A raw socket hears the errors for all programs: the quoted packet says whether it was ours. */
  #hearError(listener: EchoListener, index: number, at: number, end: number): void {
    const { view, bytes } = this.#in.packets;
    const quoted = at + 8;
    const quotedHeader = this.family === 4 ? (view.getUint8(quoted) & 0x0f) * 4 : 40;
    const echo = quoted + quotedHeader;
    if (echo + mark.serial > end) return;
    if (view.getUint8(echo) !== icmpTypes[this.family].request) return;
    if (view.getUint16(echo + mark.id) !== this.#id) return;
    const from = this.#nameAt(index);
    listener.error(
      view.getUint16(echo + mark.sequence),
      view,
      quoted + (this.family === 4 ? 16 : 24), // destination address of the quoted IP header
      {
        type: bytes[at] ?? 0,
        code: bytes[at + 1] ?? 0,
        from: this.#in.addresses.bytes.slice(from, from + (this.family === 4 ? 4 : 16)),
      },
    );
  }

  get #hasIpHeader(): boolean {
    return this.kind === "raw" && this.family === 4;
  }

  #nameAt(index: number): number {
    return index * this.#in.addressSize + (this.family === 4 ? 4 : 8);
  }

  #configure(): void {
    const { fd } = this;
    this.#set(linux.SOL_SOCKET, linux.SO_TIMESTAMPNS, 1);
    // Beyond net.core.rmem_max only with CAP_NET_ADMIN; without it as much as is allowed.
    if (!this.#set(linux.SOL_SOCKET, linux.SO_RCVBUFFORCE, wantedReceiveBuffer)) {
      this.#set(linux.SOL_SOCKET, linux.SO_RCVBUF, wantedReceiveBuffer);
    }
    if (this.kind === "datagram") {
      if (this.family === 4) this.#set(linux.SOL_IP, linux.IP_RECVERR, 1);
      else this.#set(linux.SOL_IPV6, linux.IPV6_RECVERR, 1);
      return;
    }
    const { reply, unreachable, expired } = icmpTypes[this.family];
    const passed: readonly number[] = [reply, unreachable, expired];
    if (this.family === 4) {
      // One bit per type; a set bit is a type that is not delivered (raw(7)).
      const bits = passed.reduce((sum, type) => sum | (1 << type), 0);
      this.#set(linux.SOL_RAW, linux.ICMP_FILTER, ~bits);
      return;
    }
    const filter = Buffer.alloc(32, 0xff);
    for (const type of passed) {
      const word = (type >> 5) * 4;
      filter.writeUInt32LE((filter.readUInt32LE(word) & ~(1 << (type & 31))) >>> 0, word);
    }
    this.#libc.setsockopt(fd, linux.IPPROTO_ICMPV6, linux.ICMPV6_FILTER, filter, 32);
  }

  #set(level: number, option: number, value: number): boolean {
    const buffer = Buffer.alloc(4);
    buffer.writeInt32LE(value);
    return this.#libc.setsockopt(this.fd, level, option, buffer, 4) === 0;
  }
}
