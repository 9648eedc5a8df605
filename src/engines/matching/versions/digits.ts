/** Compares two runs of decimal digits as numbers of any length, leading zeros aside. */
export function compareDigits(a: string, b: string): number {
  const left = a.replace(/^0+/, "");
  const right = b.replace(/^0+/, "");
  if (left.length !== right.length) return left.length - right.length;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Compares two texts by their code units, as `strcmp` does. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
