import { allocate, type Block, release } from "./libc.ts";

const headerSize = 64; // struct mmsghdr: struct msghdr (56) and msg_len, padded
const vectorSize = 16; // struct iovec
const addressSize = 32; // struct sockaddr_in6 has 28
const nameLength = 8;
const controlLength = 40;
const messageLength = 56;

/** Where each part of message `index` begins in its block. */
export interface MessageBatch {
  readonly capacity: number;
  /** struct mmsghdr[capacity]: what sendmmsg and recvmmsg take. */
  readonly headers: Block;
  readonly addresses: Block;
  readonly packets: Block;
  readonly control: Block;
  readonly addressSize: number;
  readonly packetSize: number;
  readonly controlSize: number;
  /** Pointer to header `index`. */
  at(index: number): bigint;
  /** Length of packet `index`, as the kernel set it. */
  lengthOf(index: number): number;
  /** Length of the control data of message `index`, as the kernel set it. */
  controlLengthOf(index: number): number;
  /** Makes the first `count` messages ready to be filled by the kernel again. */
  renew(count: number): void;
  /** Gives the memory back. */
  release(): void;
}

/**
 * Messages for sendmmsg(2) and recvmmsg(2) in memory that stays where it is: 64-bit layout, little-endian, as in glibc
 * and musl on x64 and arm64. One system call moves up to `capacity` packets.
 */
export function createMessageBatch(options: {
  capacity: number;
  packetSize: number;
  controlSize: number;
  /** Bytes of a socket address that is sent, or room for one that is received. */
  nameSize: number;
}): MessageBatch {
  const { capacity, packetSize, controlSize, nameSize } = options;
  const headers = allocate(capacity * headerSize);
  const vectors = allocate(capacity * vectorSize);
  const addresses = allocate(capacity * addressSize);
  const packets = allocate(capacity * packetSize);
  const control = allocate(Math.max(1, capacity * controlSize));
  for (let index = 0; index < capacity; index++) {
    const header = index * headerSize;
    const place = BigInt(index);
    headers.view.setBigUint64(header, addresses.address + place * BigInt(addressSize), true);
    headers.view.setUint32(header + nameLength, nameSize, true);
    headers.view.setBigUint64(header + 16, vectors.address + place * BigInt(vectorSize), true);
    headers.view.setBigUint64(header + 24, 1n, true);
    if (controlSize > 0) {
      headers.view.setBigUint64(header + 32, control.address + place * BigInt(controlSize), true);
      headers.view.setBigUint64(header + controlLength, BigInt(controlSize), true);
    }
    const vector = index * vectorSize;
    vectors.view.setBigUint64(vector, packets.address + place * BigInt(packetSize), true);
    vectors.view.setBigUint64(vector + 8, BigInt(packetSize), true);
  }
  return {
    capacity,
    headers,
    addresses,
    packets,
    control,
    addressSize,
    packetSize,
    controlSize,
    at: (index) => headers.address + BigInt(index * headerSize),
    lengthOf: (index) => headers.view.getUint32(index * headerSize + messageLength, true),
    controlLengthOf: (index) => headers.view.getUint32(index * headerSize + controlLength, true),
    renew(count) {
      for (let index = 0; index < count; index++) {
        headers.view.setUint32(index * headerSize + nameLength, nameSize, true);
        headers.view.setUint32(index * headerSize + controlLength, controlSize, true);
      }
    },
    release() {
      for (const block of [headers, vectors, addresses, packets, control]) release(block);
    },
  };
}
