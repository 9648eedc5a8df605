import koffi from "koffi";

/** What the connect thread uses of Linux's C library. All return -1 on failure and leave the reason in `errno()`. */
export interface Libc {
  socket(domain: number, type: number, protocol: number): number;
  close(fd: number): number;
  connect(fd: number, address: bigint, length: number): number;
  setsockopt(fd: number, level: number, option: number, value: Buffer, length: number): number;
  epoll_create1(flags: number): number;
  epoll_ctl(epoll: number, operation: number, fd: number, event: Buffer): number;
  epoll_wait(epoll: number, events: bigint, count: number, timeoutMs: number): number;
  eventfd(initial: number, flags: number): number;
  read(fd: number, buffer: Buffer, length: number): number;
  errno(): number;
}

/** Numbers of the Linux kernel's interface; they are the same on x64 and arm64. */
export const linux = {
  AF_INET: 2,
  AF_INET6: 10,
  SOCK_STREAM: 1,
  SOCK_NONBLOCK: 0o4000,
  SOCK_CLOEXEC: 0o2000000,
  SOL_SOCKET: 1,
  SO_LINGER: 13,
  EPOLL_CTL_ADD: 1,
  EPOLLIN: 0x1,
  EPOLLOUT: 0x4,
  EPOLLET: 0x80000000,
  EALREADY: 114,
  EINPROGRESS: 115,
  EISCONN: 106,
  ECONNREFUSED: 111,
} as const;

/** struct epoll_event: packed on x64 alone (epoll_ctl(2), eventpoll.h). */
export const epollEvent = process.arch === "x64" ? { size: 12, data: 4 } : { size: 16, data: 8 };

/** @throws when the C library cannot be reached (koffi has no binary for this platform, or a function is missing) */
export function loadLibc(): Libc {
  const library = koffi.load(null);
  return {
    socket: library.func("int socket(int, int, int)"),
    close: library.func("int close(int)"),
    connect: library.func("int connect(int, void *, uint32_t)"),
    setsockopt: library.func("int setsockopt(int, int, int, void *, uint32_t)"),
    epoll_create1: library.func("int epoll_create1(int)"),
    epoll_ctl: library.func("int epoll_ctl(int, int, int, void *)"),
    epoll_wait: library.func("int epoll_wait(int, void *, int, int)"),
    eventfd: library.func("int eventfd(uint32_t, int)"),
    read: library.func("long read(int, void *, size_t)"),
    errno: () => koffi.errno(),
  };
}

/** Memory that never moves, with its address for the kernel. */
export interface Block {
  readonly address: bigint;
  readonly view: DataView;
}

/** Zeroed. @throws when memory is short */
export function allocate(length: number): Block {
  const address = koffi.alloc("uint8_t", length);
  const memory = koffi.view(address, length);
  new Uint8Array(memory).fill(0);
  return { address, view: new DataView(memory) };
}

/** Gives the memory back; the block must not be used any more. */
export function release(block: Block): void {
  koffi.free(block.address);
}
