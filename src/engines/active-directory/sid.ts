import { DamagedValue } from "./damaged-value.ts";
import type { Sid } from "./domain.ts";

const headLength = 8;
/** SID_MAX_SUB_AUTHORITIES, MS-DTYP 2.4.2.2. */
const mostSubAuthorities = 15;

/**
 * A SID of MS-DTYP 2.4.2.2 as text (2.4.2.1). Bytes behind it are not looked at.
 *
 * @throws DamagedValue
 */
export function sidText(bytes: Uint8Array): Sid {
  const count = bytes[1];
  if (count === undefined || bytes[0] !== 1 || count > mostSubAuthorities) {
    throw new DamagedValue("these bytes are no SID of revision 1");
  }
  if (bytes.length < headLength + 4 * count) {
    throw new DamagedValue(`a SID with ${count} parts ends after ${bytes.length} bytes`);
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const high = view.getUint16(2);
  const low = view.getUint32(4);
  const hex = `0x${high.toString(16).padStart(4, "0")}${low.toString(16).padStart(8, "0")}`;
  let text = `S-1-${high === 0 ? low : hex}`;
  for (let index = 0; index < count; index++) {
    text += `-${view.getUint32(headLength + 4 * index, true)}`;
  }
  return text;
}

/** How many bytes the SID at the beginning of these takes, whether they are there or not. */
export function sidLength(bytes: Uint8Array): number {
  return headLength + 4 * (bytes[1] ?? 0);
}
