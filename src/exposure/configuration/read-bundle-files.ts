import { type BundleFile, readBundleFile } from "#exposure/bundles";
import type { PlacedProblem } from "#platform/declarations";
import { Problem } from "#platform/errors";
import type { PlacedFile } from "./declared-names.ts";
import type { ExposureDeclaration } from "./read-configuration.ts";
import type { BundleFiles } from "./wanted-bundles.ts";

/**
 * Reads the data streams that configuration files name, each once.
 *
 * @returns them by where they are, and a problem at every place that names one that is none.
 */
export async function readBundleFiles(
  declarations: readonly ExposureDeclaration[],
): Promise<{ files: BundleFiles; problems: PlacedProblem[] }> {
  const files = new Map<string, BundleFile>();
  const problems: PlacedProblem[] = [];
  const places = Map.groupBy(
    declarations.flatMap(({ names }) => names.files),
    ({ path }) => path,
  );
  // One after the other: each may take as much memory as a large document does.
  for (const [path, named] of places) {
    const read = await tryToRead(path);
    if ("fault" in read) problems.push(...problemsAt(named, read.fault));
    else files.set(path, read);
  }
  return { files, problems };
}

async function tryToRead(path: string): Promise<BundleFile | { fault: string }> {
  try {
    return await readBundleFile(path);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { fault: error.message.replace(/\.$/, "") };
  }
}

function problemsAt(named: readonly PlacedFile[], message: string): PlacedProblem[] {
  return named.map(({ place }) => ({ path: place(), message }));
}
