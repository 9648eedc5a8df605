import { type BundleFile, readBundleBytes } from "#exposure/bundles";
import { type PlacedProblem, isMapping } from "#platform/declarations";
import { Problem } from "#platform/errors";

/** A bundle's entry as the reader takes it, and the data stream that came along. */
export interface BundleContent {
  item: unknown;
  file: BundleFile | null;
  problems: PlacedProblem[];
}

/**
 * Takes the data stream out of a bundle's entry. Its name is a name: nothing is ever read from where it might point to.
 */
export async function readBundleContent(item: unknown): Promise<BundleContent> {
  if (!isMapping(item)) return { item, file: null, problems: [] };
  const { data, ...rest } = item;
  const refuse = (path: string, message: string): BundleContent => ({
    item: rest,
    file: null,
    problems: [{ path, message }],
  });
  const { file: name } = rest;
  if (typeof name === "string" && (/[/\\]/.test(name) || name.startsWith("."))) {
    return refuse("/file", "must be what the file is called, without a folder");
  }
  if (data === undefined) return { item: rest, file: null, problems: [] };
  if (typeof name !== "string" || name === "") {
    return refuse("/data", "belongs to a file; say under file what it is called");
  }
  if (typeof data !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/.test(data)) {
    return refuse("/data", "must be base64");
  }
  try {
    const file = await readBundleBytes(Buffer.from(data, "base64"), name);
    return { item: rest, file, problems: [] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refuse("/data", error.message.replace(/\.$/, ""));
  }
}
