import type { IcmpError } from "./echo-packet.ts";
import { linux } from "./libc.ts";

const headerSize = 16; // struct cmsghdr on 64-bit: length, level, type

/** Offset of the data of the first control message (cmsg(3)) of this level and type; -1 when there is none. */
function findControl(
  view: DataView,
  at: number,
  length: number,
  level: number,
  type: number,
): number {
  let here = at;
  const end = at + length;
  while (here + headerSize <= end) {
    const size = view.getUint32(here, true);
    if (size < headerSize) return -1;
    if (
      view.getInt32(here + 8, true) === level &&
      view.getInt32(here + 12, true) === type &&
      here + size <= end
    ) {
      return here + headerSize;
    }
    here += (size + 7) & ~7;
  }
  return -1;
}

/** A struct timespec in milliseconds: exact to a quarter of a microsecond in a double for today's dates. */
export function timespecMs(view: DataView, at: number): number {
  const seconds = view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;
  return seconds * 1000 + view.getUint32(at + 8, true) / 1e6;
}

/** When the kernel received the packet, in milliseconds of the wall clock; `null` if it did not say. */
export function receiveStamp(view: DataView, at: number, length: number): number | null {
  const data = findControl(view, at, length, linux.SOL_SOCKET, linux.SO_TIMESTAMPNS);
  return data < 0 ? null : timespecMs(view, data);
}

/** Reads an ICMP error out of the error queue's control data; `null` when it is none (a local one, say): struct sock_extended_err, ip(7). */
export function extendedError(
  view: DataView,
  at: number,
  length: number,
  family: 4 | 6,
): IcmpError | null {
  const [level, option, origin] =
    family === 4
      ? ([linux.SOL_IP, linux.IP_RECVERR, 2] as const)
      : ([linux.SOL_IPV6, linux.IPV6_RECVERR, 3] as const);
  const data = findControl(view, at, length, level, option);
  if (data < 0 || view.getUint8(data + 4) !== origin) return null;
  const offender = data + 16 + (family === 4 ? 4 : 8); // past the family (and port, flow) of its sockaddr
  const size = family === 4 ? 4 : 16;
  return {
    type: view.getUint8(data + 5),
    code: view.getUint8(data + 6),
    from: new Uint8Array(view.buffer, view.byteOffset + offender, size).slice(),
  };
}
