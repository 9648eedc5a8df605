/** What pages of the console watch. */
export const topics = [
  "sensors",
  "incidents",
  "collectors",
  "errands",
  "assets",
  "findings",
  "scan_runs",
  "assessments",
  "identity_findings",
  "audit_jobs",
  "agents",
  "probes",
  "feeds",
  "declarations",
] as const;
export type Topic = (typeof topics)[number];

/** Something of a tenant changed. */
export interface Announcement {
  tenantId: string;
  topic: Topic;
  /** Which ones; `null`: many, or not told. */
  ids: readonly string[] | null;
}

export const announcementsChannel = "vedette_live";

/** PostgreSQL refuses notices of 8,000 bytes and more; an id takes 39 of them. */
const maxIds = 100;

/** Writes an announcement as the text of a notice. */
export function formatAnnouncement({ tenantId, topic, ids }: Announcement): string {
  return JSON.stringify([tenantId, topic, ids === null || ids.length > maxIds ? null : ids]);
}

/** Reads what {@link formatAnnouncement} wrote. @throws Error: nobody else writes on this channel. */
export function parseAnnouncement(payload: string): Announcement {
  const value: unknown = JSON.parse(payload);
  if (!Array.isArray(value)) throw new Error(`no announcement: ${payload}`);
  const [tenantId, word, ids] = value as readonly unknown[];
  const topic = topics.find((known) => known === word);
  if (typeof tenantId !== "string" || topic === undefined) {
    throw new Error(`no announcement: ${payload}`);
  }
  return { tenantId, topic, ids: Array.isArray(ids) ? ids.map(String) : null };
}
