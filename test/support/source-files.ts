import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout's own folder. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

/** One import of a source file. */
export interface Import {
  /** As written. */
  readonly specifier: string;
  /** Path from the root, for imports of our own files; null for packages and Node's modules. */
  readonly path: string | null;
  readonly typeOnly: boolean;
}

/** One source file of `src`, its path from the root and its code without comments. */
export interface SourceFile {
  readonly path: string;
  readonly code: string;
  readonly imports: readonly Import[];
  /** Paths of files that it starts as threads or processes of their own, by `new URL("x.ts", import.meta.url)`. */
  readonly starts: readonly string[];
  /** Whether it is a test, or only tests use it. */
  readonly isTest: boolean;
}

/** Reads every TypeScript file below `src`. */
export async function readSourceFiles(): Promise<SourceFile[]> {
  const map = importsMap();
  const files: SourceFile[] = [];
  for await (const entry of glob("src/**/*.ts", { cwd: root })) {
    const text = readFileSync(join(root, entry), "utf8");
    const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    files.push({
      path: entry,
      code,
      imports: importsOf(entry, code, map),
      starts: startsOf(entry, code),
      isTest: /\.(test|fixture)\.ts$|contract-suite|\/testing\//.test(entry),
    });
  }
  return files.toSorted((a, b) => a.path.localeCompare(b.path));
}

/** `src/monitor/incidents/incident.ts` → `monitor/incidents`; `src/lib/ids.ts` → `lib`; `src/wire/x.ts` → `wire`. */
export function sliceOf(path: string): string {
  const parts = dirname(path).split("/").slice(1);
  return parts[0] === "lib" || parts[0] === "wire" || parts[0] === "remote"
    ? parts[0]
    : parts.slice(0, 2).join("/");
}

function importsOf(path: string, code: string, map: ReadonlyMap<string, string>): Import[] {
  const found = code.matchAll(
    /\b(?:(?:import|export)\s+(type\s+)?(?:[\w*{][^;"']*?\s+from\s+)?|import\(\s*)["']([^"']+)["']/g,
  );
  return Array.from(found, ([whole, type, specifier = ""]) => ({
    specifier,
    path: resolve(path, specifier, map),
    typeOnly: type !== undefined || onlyTypesNamed(whole),
  }));
}

function startsOf(path: string, code: string): string[] {
  const found = code.matchAll(/\bnew URL\(\s*["']([^"']+\.ts)["'],\s*import\.meta\.url/g);
  return Array.from(found, ([, relative = ""]) => normalize(join(dirname(path), relative)));
}

/** `import { type A, type B } from` names types only. */
function onlyTypesNamed(text: string): boolean {
  const names = /\{([^}]*)\}/.exec(text)?.[1];
  return names !== undefined && names.split(",").every((name) => /^\s*(type\s|$)/.test(name));
}

function resolve(from: string, specifier: string, map: ReadonlyMap<string, string>): string | null {
  if (specifier.startsWith(".")) return normalize(join(dirname(from), specifier));
  for (const [prefix, target] of map) {
    if (specifier.startsWith(prefix))
      return normalize(target.replace("*", specifier.slice(prefix.length)));
  }
  return null;
}

function importsMap(): Map<string, string> {
  const { imports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    imports: Record<string, string>;
  };
  return new Map(Object.entries(imports).map(([key, target]) => [key.replace("*", ""), target]));
}
