/** Bytes as text of one character each, to look for protocol words in. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Whether a whole line came. */
export function hasLine(bytes: Uint8Array): boolean {
  return bytes.includes(0x0a);
}
