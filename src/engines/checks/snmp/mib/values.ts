import { decodedText, printableLine } from "#lib/printable";
import type { Varbind } from "../codec/varbind.ts";

/** The number of an integer, counter, gauge or ticks; `null` for anything else, an absent object included. */
export function numberOf(varbind: Varbind | undefined): number | null {
  switch (varbind?.type) {
    case "integer":
    case "counter32":
    case "gauge32":
    case "timeticks":
      return varbind.value;
    default:
      return null;
  }
}

/** A counter of 32 or 64 bits, exact; `null` for anything else. */
export function counterOf(varbind: Varbind | undefined): bigint | null {
  switch (varbind?.type) {
    case "counter64":
      return varbind.value;
    case "counter32":
    case "gauge32":
      return BigInt(varbind.value);
    default:
      return null;
  }
}

/** Longer than any name or description should be (RFC 2579: 255 octets), and short enough for what is made of it. */
const longestText = 250;

/**
 * The text of an OCTET STRING, printable, without the NULs that Windows agents append, trimmed, at most `longest`
 * characters. `null` for anything else.
 */
export function textOf(varbind: Varbind | undefined, longest = longestText): string | null {
  if (varbind?.type !== "octets") return null;
  return printableLine(decodedText(varbind.value)).trim().slice(0, longest).toWellFormed();
}
