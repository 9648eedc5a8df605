import { readFile, stat } from "node:fs/promises";
import type { PlacedProblem } from "#platform/declarations";
import type { PlacedFile } from "./declared-names.ts";
import type { ExposureDeclaration } from "./read-configuration.ts";
import { certificatesFault } from "./read-directory.ts";

/** PEM texts that configuration files name, by where they are. */
export type AuthorityFiles = ReadonlyMap<string, string>;

/** As many certificates as a whole system trusts. */
const mostBytes = 200_000;

/**
 * Reads the certificates that configuration files name, each file once.
 *
 * @returns them by where they are, and a problem at every place that names a file that holds none.
 */
export async function readAuthorityFiles(
  declarations: readonly ExposureDeclaration[],
): Promise<{ files: AuthorityFiles; problems: PlacedProblem[] }> {
  const files = new Map<string, string>();
  const problems: PlacedProblem[] = [];
  const places = Map.groupBy(
    declarations.flatMap(({ names }) => names.authorityFiles),
    ({ path }) => path,
  );
  for (const [path, named] of places) {
    const read = await tryToRead(path);
    if ("fault" in read) problems.push(...problemsAt(named, read.fault));
    else files.set(path, read.pem);
  }
  return { files, problems };
}

async function tryToRead(path: string): Promise<{ pem: string } | { fault: string }> {
  const name = JSON.stringify(path);
  try {
    const file = await stat(path);
    if (!file.isFile()) return { fault: `${name} is no file` };
    if (file.size > mostBytes) return { fault: `${name} has more than ${mostBytes} bytes` };
    const pem = await readFile(path, "latin1");
    const fault = certificatesFault(pem);
    return fault === null ? { pem } : { fault: `${name} must ${fault}` };
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const why = error.code === "ENOENT" ? "there is no such file" : String(error.code);
    return { fault: `${name} cannot be read: ${why}` };
  }
}

function problemsAt(named: readonly PlacedFile[], message: string): PlacedProblem[] {
  return named.map(({ place }) => ({ path: place(), message }));
}
