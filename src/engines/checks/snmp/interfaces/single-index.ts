/** The one arc of an encoded index such as ifIndex; `null` when it has none or several. */
export function singleIndex(index: string): number | null {
  let value = 0;
  for (let at = 0; at < index.length; at++) {
    const octet = index.charCodeAt(at);
    value = value * 128 + (octet & 0x7f);
    if (octet < 0x80 && at < index.length - 1) return null;
  }
  return index.length === 0 ? null : value;
}
