import {
  type Document,
  LineCounter,
  type Node,
  type Pair,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
} from "yaml";
import { type AliasTargets, aliasTargets } from "./alias-targets.ts";
import { plainValue } from "./plain-value.ts";
import { type Path, type SourceDocument, formatPath } from "./source.ts";
import type { Environment } from "./substitute.ts";

/** About 100,000 sensors. */
export const maxFileBytes = 16 * 1024 * 1024;

/** A place and what is wrong there, ready to be shown: `file:line:column path`. */
export interface PlacedProblem {
  path: string;
  message: string;
}

/** What a file says, and what is wrong with how it says it. */
export interface ReadSource {
  documents: SourceDocument[];
  problems: PlacedProblem[];
}

/**
 * Reads one YAML 1.2 file of one or many documents, and puts environment variables in. Never throws for what the file
 * holds, however hostile.
 *
 * @param file the name that errors show.
 */
export function readSource(file: string, bytes: Uint8Array, env: Environment): ReadSource {
  const refuse = (message: string): ReadSource => ({
    documents: [],
    problems: [{ path: `${file}:1:1`, message }],
  });
  if (bytes.length > maxFileBytes) {
    return refuse(`the file has ${bytes.length} bytes; at most ${maxFileBytes} are read`);
  }
  const text = decode(bytes);
  if (text === null) return refuse("the file is not UTF-8 text");
  const lines = new LineCounter();
  const parsed = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    version: "1.2",
    uniqueKeys: false, // quadratic; plainValue finds them
  });
  if (!Array.isArray(parsed) || parsed.length === 0) return refuse("the file holds no document");
  const read: ReadSource = { documents: [], problems: [] };
  for (const document of parsed) {
    const problems = syntaxProblems(file, document, lines);
    if (problems.length > 0) {
      read.problems.push(...problems);
      continue;
    }
    const aliases = aliasTargets(document);
    const { value, violations } = plainValue(document, aliases, env);
    const describePlace = (path: Path, key = false): string => {
      const { line, col } = lines.linePos(offsetOf(document, aliases, path, key));
      return `${file}:${line}:${col} ${formatPath(path)}`.trimEnd();
    };
    for (const { path, key, message } of violations) {
      read.problems.push({ path: describePlace(path, key), message });
    }
    read.documents.push({ file, value, describePlace });
  }
  return read;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** After the first error the parser guesses; what it finds later in the same document seldom helps. */
const shownSyntaxErrors = 3;

function syntaxProblems(
  file: string,
  document: Document.Parsed,
  lines: LineCounter,
): PlacedProblem[] {
  const problems = [...document.errors, ...document.warnings].map(({ code, message, pos }) => ({
    offset: pos[0],
    message: code === "RESOURCE_EXHAUSTION" ? "nested too deeply" : message,
  }));
  if (document.directives.yaml.version !== "1.2") {
    const message = `this is YAML 1.2, not ${document.directives.yaml.version}; leave the %YAML line out`;
    problems.push({ offset: 0, message });
  }
  return problems.slice(0, shownSyntaxErrors).map(({ offset, message }) => {
    const { line, col } = lines.linePos(offset);
    return { path: `${file}:${line}:${col}`, message };
  });
}

/** Where in the text a path was written; of a path that does not exist, the nearest part that does. */
function offsetOf(
  document: Document.Parsed,
  aliases: AliasTargets,
  path: Path,
  key: boolean,
): number {
  let node: Node | null = document.contents;
  let offset = node?.range?.[0] ?? document.range[0];
  for (const [depth, step] of path.entries()) {
    const holder: unknown = isAlias(node) ? aliases.get(node) : node;
    let next: Node | null | undefined;
    if (isMap<Node, Node | null>(holder)) {
      const pair: Pair<Node, Node | null> | undefined = holder.items.findLast(
        (item) => isScalar(item.key) && item.key.value === step,
      );
      if (pair === undefined) break;
      const last = depth === path.length - 1;
      offset = pair.key.range?.[0] ?? offset;
      next = pair.value;
      if (last && key) break;
    } else if (isSeq<Node | null>(holder) && typeof step === "number") {
      next = holder.items[step];
    }
    if (next === null || next === undefined) break;
    offset = next.range?.[0] ?? offset;
    node = next;
  }
  return offset;
}
