import fc from "fast-check";

/** For tests: bytes in pieces, cut at any places; no piece is empty. */
export function inPieces(bytes: Buffer): fc.Arbitrary<Buffer[]> {
  return fc
    .uniqueArray(fc.integer({ min: 1, max: Math.max(1, bytes.length - 1) }), { maxLength: 20 })
    .map((cuts) => {
      const places = [0, ...cuts.filter((cut) => cut < bytes.length).toSorted((a, b) => a - b)];
      return places.map((place, index) => bytes.subarray(place, places[index + 1]));
    });
}
