/** An id by its name. Names were checked before: one that leads nowhere is a defect. */
export function idOf<K>(ids: ReadonlyMap<K, string>, name: K): string {
  const id = ids.get(name);
  if (id === undefined) throw new Error(`no id for ${JSON.stringify(name)}`);
  return id;
}
