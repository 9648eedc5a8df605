import { Compile } from "typebox/compile";
import type { SealedBox } from "#platform/crypto";
import { Errand } from "#wire/collector.v1";

const errandCheck = Compile(Errand);

/** Seals all that is asked, credentials included, for the errand's row alone. */
export function sealErrand(box: SealedBox, errand: Errand): Buffer {
  return box.seal(JSON.stringify(errand), placeOf(errand.id));
}

/**
 * What {@link sealErrand} sealed.
 *
 * @throws Error when the installation's key is another one, or the row was changed.
 */
export function openErrand(box: SealedBox, id: string, sealed: Buffer): Errand {
  const errand: unknown = JSON.parse(box.open(sealed, placeOf(id)));
  if (errandCheck.Check(errand)) return errand;
  throw new Error(`${placeOf(id)} holds no errand`);
}

function placeOf(errandId: string): string {
  return `errand:${errandId}`;
}
