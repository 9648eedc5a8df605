/** The channel on which PostgreSQL tells the servers that a collector's assignment changed. The payload is its id. */
export const assignmentChannel = "vedette_assignment";

/**
 * How many revisions back a collector still gets only the changes; further back it gets everything. It bounds how long
 * removed sensors must be remembered.
 */
export const rememberedRevisions = 10_000;

/**
 * Whether a collector needs all of its assignment again, and not only what changed.
 *
 * @param since the revision that it knows; `null`: it knows nothing. One that is ahead of us knew a database that was
 * since restored from a backup.
 */
export function needsFullAssignment(since: number | null, revision: number): boolean {
  return since === null || since > revision || revision - since >= rememberedRevisions;
}
