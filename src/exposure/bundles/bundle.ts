import type { DataStream } from "#engines/scap";
import { isOneLine } from "#lib/printable";

/** A SCAP data stream that hosts can be audited against. Times are Unix epoch milliseconds. */
export interface Bundle {
  id: string;
  /** Unique within the tenant. */
  name: string;
  /** `file`: kept here and handed to agents. `content`: a file that the distribution's package puts on the host. */
  source: "file" | "content";
  /** Without its folder. */
  fileName: string;
  /** Of the XML, in hex; `null` of a file that is not kept here, as are the rest. */
  sha256: string | null;
  bytes: number | null;
  /** In the order of the file; none of a file that is not kept here. */
  profiles: readonly BundleProfile[];
  /** The systems that it is for, as CPE names. */
  platforms: readonly string[];
  /** What it calls itself. */
  benchmark: { title: string; version: string } | null;
  createdAt: number;
  updatedAt: number;
}

/** A profile of a bundle. */
export interface BundleProfile {
  id: string;
  title: string;
  /** How many it selects. */
  rules: number;
}

/** A data stream as it was read from a file. */
export interface BundleFile {
  /** Without its folder, and without `.gz`. */
  fileName: string;
  /** Of the XML, in hex. */
  sha256: string;
  /** Of the XML. */
  bytes: number;
  /** The XML. */
  gzip: Buffer;
  dataStream: DataStream;
}

/** A bundle as it is to be. */
export interface BundleToSave {
  id: string;
  name: string;
  content:
    | { source: "file"; file: BundleFile }
    /** The name of the file, without any folder. */
    | { source: "content"; fileName: string };
}

/** The longest data stream that is taken, in bytes of XML: the largest of the distributions have 40 MB. */
export const longestXmlBytes = 256 * 1024 * 1024;

/** The same as gzip: each agent gets it in one message. Real ones shrink to a tenth. */
export const longestGzipBytes = 64 * 1024 * 1024;

/** A name that agents take (`wire/agent.v1.ts`): no folder, no option. */
const contentFilePattern = /^[A-Za-z0-9][A-Za-z0-9_.-]*\.xml$/;
const longestContentFile = 200;

/** Whether an agent would take it for the name of a file of its distribution. */
export function isContentFile(name: string): boolean {
  return name.length <= longestContentFile && contentFilePattern.test(name);
}

/** What is wrong with a bundle's name, as a sentence without its subject, or `null`. */
export function nameFault(name: string): string | null {
  if (name.trim() === "") return "is empty";
  if (!isOneLine(name)) return "is not one line of plain text";
  if ([...name].length > longestName) return `is longer than ${longestName} characters`;
  return null;
}

const longestName = 200;
