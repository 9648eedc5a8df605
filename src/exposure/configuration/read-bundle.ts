import { dirname, isAbsolute, join } from "node:path";
import { isContentFile } from "#exposure/bundles";
import {
  type Path,
  type SourceDocument,
  type Violation,
  findViolations,
  isMapping,
} from "#platform/declarations";
import { Compile } from "typebox/compile";
import type { DeclaredBundle } from "./configuration.ts";
import { bundleSchema } from "./item-schemas.ts";

const schema = Compile(bundleSchema);

/**
 * Reads one entry of `bundles`, but not the file that it names.
 *
 * @returns the bundle, or `null` and everything that is wrong with it.
 */
export function readBundle(
  item: unknown,
  path: Path,
  document: SourceDocument,
): { bundle: DeclaredBundle | null; violations: Violation[] } {
  const violations = findViolations(bundleSchema, item, path);
  if (isMapping(item)) violations.push(...findSourceFaults(item, path));
  if (violations.length > 0 || !schema.Check(item)) return { bundle: null, violations };
  const { name, file, content } = item;
  if (file !== undefined) {
    const source = { source: "file", path: pathOf(file, document) } as const;
    return { bundle: { name, content: source }, violations };
  }
  if (content === undefined) return { bundle: null, violations }; // refused where it was read
  return { bundle: { name, content: { source: "content", fileName: content } }, violations };
}

/** Where a file is that a document names: beside the document; of what comes from stdin, in the working folder. */
export function pathOf(file: string, document: SourceDocument): string {
  return isAbsolute(file) ? file : join(dirname(document.file), file);
}

function findSourceFaults(item: Readonly<Record<string, unknown>>, path: Path): Violation[] {
  const given = ["file", "content"].filter((key) => Object.hasOwn(item, key));
  if (given.length !== 1) {
    const message =
      given.length === 0
        ? "file or content is missing: a data stream that is kept here, or one that hosts have"
        : "has both file and content; leave one of them out";
    return [{ path, message }];
  }
  const { content } = item;
  if (typeof content !== "string" || content === "" || isContentFile(content)) return [];
  const message = "must be the name of a file such as ssg-rhel9-ds.xml, without a folder";
  return [{ path: [...path, "content"], message }];
}
