/** File systems of made hosts, for the tests of this slice. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Texts of files and targets of symbolic links, by path. */
export type HostTree = Readonly<Record<string, string | { readonly link: string }>>;

interface Cleaned {
  after(cleanUp: () => void): void;
}

/** Lays the files out in a folder of their own, which is removed after the test. @returns the folder. */
export function makeHost(t: Cleaned, tree: HostTree): string {
  const root = mkdtempSync(join(tmpdir(), "vedette-host-"));
  t.after(() => rmSync(root, { recursive: true }));
  fillHost(root, tree);
  return root;
}

/** Writes the files below the folder, in place of those that are there. */
export function fillHost(root: string, tree: HostTree): void {
  for (const [path, content] of Object.entries(tree)) {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    if (typeof content === "string") writeFileSync(file, content);
    else symlinkSync(content.link, file);
  }
}

/** The namespaces of a machine itself, linux/proc_ns.h. */
export const machineNamespaces: HostTree = {
  "/proc/self/ns/pid": { link: "pid:[4026531836]" },
  "/proc/self/ns/uts": { link: "uts:[4026531838]" },
  "/proc/self/ns/ipc": { link: "ipc:[4026531839]" },
  "/proc/self/ns/cgroup": { link: "cgroup:[4026531835]" },
};
