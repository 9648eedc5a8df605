import koffi from "koffi";

/** What we use of Linux's C library. Everything returns -1 on failure and leaves the reason in `errno()`. */
export interface Libc {
  socket(domain: number, type: number, protocol: number): number;
  close(fd: number): number;
  setsockopt(fd: number, level: number, option: number, value: Buffer, length: number): number;
  sendmmsg(fd: number, messages: bigint, count: number, flags: number): number;
  recvmmsg(fd: number, messages: bigint, count: number, flags: number, timeout: null): number;
  poll(entries: Buffer, count: number, timeoutMs: number): number;
  eventfd(initial: number, flags: number): number;
  read(fd: number, buffer: Buffer, length: number): number;
  clock_gettime(clock: number, timespec: Buffer): number;
  errno(): number;
}

/** Numbers of the Linux kernel's interface; they are the same on x64 and arm64. */
export const linux = {
  AF_INET: 2,
  AF_INET6: 10,
  SOCK_DGRAM: 2,
  SOCK_RAW: 3,
  SOCK_NONBLOCK: 0o4000,
  SOCK_CLOEXEC: 0o2000000,
  IPPROTO_ICMP: 1,
  IPPROTO_ICMPV6: 58,
  SOL_SOCKET: 1,
  SO_RCVBUF: 8,
  SO_RCVBUFFORCE: 33,
  SO_TIMESTAMPNS: 35,
  SOL_IP: 0,
  IP_RECVERR: 11,
  SOL_IPV6: 41,
  IPV6_RECVERR: 25,
  SOL_RAW: 255,
  ICMP_FILTER: 1,
  ICMPV6_FILTER: 1,
  MSG_DONTWAIT: 0x40,
  MSG_ERRQUEUE: 0x2000,
  POLLIN: 1,
  POLLOUT: 4,
  CLOCK_REALTIME: 0,
  EPERM: 1,
  EINTR: 4,
  EAGAIN: 11,
  ENOMEM: 12,
  EACCES: 13,
  EINVAL: 22,
  EAFNOSUPPORT: 97,
  ENETUNREACH: 101,
  ENOBUFS: 105,
  EHOSTUNREACH: 113,
} as const;

/** @throws when the C library cannot be reached (koffi has no binary for this platform, or a function is missing) */
export function loadLibc(): Libc {
  const library = koffi.load(null);
  return {
    socket: library.func("int socket(int, int, int)"),
    close: library.func("int close(int)"),
    setsockopt: library.func("int setsockopt(int, int, int, void *, uint32_t)"),
    sendmmsg: library.func("int sendmmsg(int, void *, uint32_t, int)"),
    recvmmsg: library.func("int recvmmsg(int, void *, uint32_t, int, void *)"),
    poll: library.func("int poll(void *, unsigned long, int)"),
    eventfd: library.func("int eventfd(uint32_t, int)"),
    read: library.func("long read(int, void *, size_t)"),
    clock_gettime: library.func("int clock_gettime(int, void *)"),
    errno: () => koffi.errno(),
  };
}

/** Memory that the kernel may use between calls: it never moves. */
export interface Block {
  address: bigint;
  bytes: Uint8Array;
  view: DataView;
}

/** @throws when memory is short */
export function allocate(length: number): Block {
  const address = koffi.alloc("uint8_t", length);
  const memory = koffi.view(address, length);
  const bytes = new Uint8Array(memory);
  bytes.fill(0);
  return { address, bytes, view: new DataView(memory) };
}

/** Gives the memory back; the block must not be used any more. */
export function release(block: Block): void {
  koffi.free(block.address);
}
