/** The channel on which PostgreSQL tells the servers that a collector's assignment changed. The payload is its id. */
export const assignmentChannel = "vedette_assignment";

/**
 * How many revisions back a collector still gets only the changes; further back it gets everything. It bounds how long
 * removed sensors must be remembered.
 */
export const rememberedRevisions = 10_000;

/**
 * Whether a collector that knows the assignment as of `since` needs all of it again. `since` 0 is a collector that knows
 * nothing; one that is ahead of us knew a database that was since restored from a backup.
 */
export function needsFullAssignment(since: number, revision: number): boolean {
  return since <= 0 || since > revision || revision - since >= rememberedRevisions;
}
