import {
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from "node:zlib";
import { maxBodyBytes } from "./response-body.ts";
import type { ResponseHead } from "./response-head.ts";

/** A body as text, or in a sentence why it is none. */
export type BodyText = { text: string; capped: boolean } | { unreadable: string };

const decoders = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
} as const;

/**
 * Decodes a body. Compression is never asked for, yet what comes compressed is unpacked, to {@link maxBodyBytes} at
 * most, so that no small body grows into a big one. Without `charset`, or with one that nobody knows, it is UTF-8.
 */
export async function readBodyText(
  head: ResponseHead,
  bytes: Buffer,
  capped: boolean,
): Promise<BodyText> {
  const coding = (head.headers.get("content-encoding") ?? "identity").trim().toLowerCase();
  if (coding === "identity" || bytes.length === 0) {
    return { text: decode(head, bytes), capped };
  }
  if (!isKnown(coding)) {
    return {
      unreadable: `is encoded as ${JSON.stringify(coding.slice(0, 80))}, which cannot be read`,
    };
  }
  const unpacked = await unpack(coding, bytes, capped);
  if (typeof unpacked === "string") {
    return { unreadable: `is said to be ${coding}, but cannot be unpacked (${unpacked})` };
  }
  return { text: decode(head, unpacked.bytes), capped: unpacked.capped };
}

function isKnown(coding: string): coding is keyof typeof decoders {
  return Object.hasOwn(decoders, coding);
}

function unpack(
  coding: keyof typeof decoders,
  packed: Buffer,
  cut: boolean,
): Promise<{ bytes: Buffer; capped: boolean } | string> {
  return new Promise((resolve) => {
    const decoder = decoders[coding]();
    const pieces: Buffer[] = [];
    let length = 0;
    const finish = (capped: boolean): void => {
      decoder.destroy();
      resolve({ bytes: Buffer.concat(pieces).subarray(0, maxBodyBytes), capped });
    };
    decoder.on("data", (piece: Buffer) => {
      pieces.push(piece);
      length += piece.length;
      if (length >= maxBodyBytes) finish(true);
    });
    decoder.on("end", () => finish(cut));
    decoder.on("error", (error: Error) => {
      if (cut) finish(true); // its end was not read: what came before it counts
      else resolve(error.message);
    });
    decoder.end(packed);
  });
}

const utf8 = new TextDecoder();

function decode(head: ResponseHead, bytes: Buffer): string {
  const type = head.headers.get("content-type") ?? "";
  const [, label] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type) ?? [];
  return decoderFor(label).decode(bytes);
}

function decoderFor(label: string | undefined): TextDecoder {
  if (label === undefined || /^utf-?8$/i.test(label)) return utf8;
  try {
    return new TextDecoder(label);
  } catch {
    return utf8; // an unknown label; the Encoding Standard leaves the choice to the reader
  }
}
