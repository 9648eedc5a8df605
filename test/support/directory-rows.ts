import { newId } from "#lib/ids";
import type { DirectoryType } from "#engines/directory-types";
import { type Database, statement } from "#platform/db";

const insertProbe = statement<[tenantId: string, id: string, name: string], never>(
  "test.directories.probe",
  "insert into probes (tenant_id, id, name, created_at) values ($1, $2, $3, 0)",
);

const insertDirectory = statement<
  [
    tenantId: string,
    id: string,
    name: string,
    type: string,
    siteId: string | null,
    probeId: string,
  ],
  never
>(
  "test.directories.directory",
  `insert into directories (tenant_id, id, name, type, site_id, probe_id, settings, secret, created_at)
   values ($1, $2, $3, $4, $5, $6, '{}', '\\x00', 0)`,
);

/** A row of a directory that nobody can reach, with a probe of its own, for tests of what hangs on it. Returns its id. */
export async function seedDirectoryRow(
  database: Database,
  tenantId: string,
  directory: { name?: string; type?: DirectoryType; siteId?: string | null } = {},
): Promise<string> {
  const db = database.forTenant(tenantId);
  const [id, probeId] = [newId(), newId()];
  const { name = `directory ${id}`, type = "active_directory", siteId = null } = directory;
  await db.run(insertProbe, [tenantId, probeId, `probe of ${name}`]);
  await db.run(insertDirectory, [tenantId, id, name, type, siteId, probeId]);
  return id;
}
