/** What of all that was declared, and is not any more, is to be deleted: everything, nothing, or one thing. */
export type Prune = boolean | { list: string; name: string };

/** Whether a thing that is not declared any more is to be deleted. */
export function isPruned(prune: Prune, list: string, name: string): boolean {
  if (typeof prune === "boolean") return prune;
  return prune.list === list && prune.name === name;
}
