import type { SealedBox } from "#platform/crypto";
import { Problem } from "#platform/errors";
import type { DirectoryRow } from "./directory.queries.ts";
import { secretWord } from "./directory.ts";

/** A directory's row, as far as its secret is concerned. */
type Sealed = Pick<DirectoryRow, "id" | "name" | "type" | "sealedSecret">;

/** Seals a secret for one directory's row: copied to another row it does not open. */
export function sealSecret(box: SealedBox, directoryId: string, secret: string): Buffer {
  return box.seal(secret, placeOf(directoryId));
}

/** @throws Problem `unavailable` when the installation's key is another one, or the row was changed. */
export function openSecret(box: SealedBox, row: Sealed): string {
  try {
    return box.open(row.sealedSecret, placeOf(row.id));
  } catch (cause) {
    const what = `The ${secretWord(row.type)} of directory ${JSON.stringify(row.name)}`;
    throw new Problem(
      "unavailable",
      `${what} does not open: the secret key file is not the one that this installation was made with. ` +
        "Put that one back (VEDETTE_SECRET_KEY_FILE, or secret.key in the data directory).",
      { cause },
    );
  }
}

function placeOf(directoryId: string): string {
  return `directory:${directoryId}`;
}
