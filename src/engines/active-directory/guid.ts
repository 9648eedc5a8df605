import { DamagedValue } from "./damaged-value.ts";

/** The order in which a GUID's bytes are written: its first three parts are little-endian, MS-DTYP 2.3.4.2. */
const order = [3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15];
const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/**
 * A GUID of 16 bytes as text in lower case: `1131f6aa-9c07-11d1-f79f-00c04fc2dcd2`.
 *
 * @throws DamagedValue
 */
export function guidText(bytes: Uint8Array): string {
  if (bytes.length !== order.length) {
    throw new DamagedValue(`a GUID has 16 bytes, not ${bytes.length}`);
  }
  let text = "";
  for (const [index, from] of order.entries()) {
    if (index === 4 || index === 6 || index === 8 || index === 10) text += "-";
    text += hex[bytes[from] ?? 0];
  }
  return text;
}
