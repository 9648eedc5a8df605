import { crc32, deflateRawSync } from "node:zlib";

/** A file to pack. */
export interface ZipEntry {
  name: string;
  content: Buffer;
  /** As the directory says, when it lies. */
  says?: { size?: number; crc?: number; flags?: number };
}

/** A zip archive (APPNOTE.TXT of PKWARE), deflated. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, content, says = {} } of entries) {
    const packed = deflateRawSync(content);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(says.flags ?? 0, 2);
    head.writeUInt16LE(8, 4);
    head.writeUInt32LE(says.crc ?? crc32(content), 10);
    head.writeUInt32LE(packed.length, 14);
    head.writeUInt32LE(says.size ?? content.length, 18);
    head.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), head, Buffer.from(name), packed]);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(at, 10);
    central.push(
      Buffer.concat([
        Buffer.from("PK\u0001\u0002"),
        Buffer.from([20, 0]),
        head,
        tail,
        Buffer.from(name),
      ]),
    );
    locals.push(local);
    at += local.length;
  }
  const directoryBytes = Buffer.concat(central);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(directoryBytes.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...locals, directoryBytes, Buffer.from("PK\u0005\u0006"), end]);
}
