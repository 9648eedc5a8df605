import { type DirectoryOverview, listDirectoriesForOperators } from "#exposure/directories";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { CommandLine } from "./command-line.ts";
import { withTenant } from "./with-tenant.ts";

/** Names of more directories than this help nobody. */
const shownNames = 20;

/**
 * Opens the installation and finds a tenant's directory by its name.
 *
 * @throws Problem `not_found` that names those there are.
 */
export async function withDirectory(
  line: CommandLine,
  which: { command: string; tenant: string; name: string },
  work: (context: Context, directory: DirectoryOverview) => Promise<void>,
): Promise<void> {
  await withTenant(line, which, async (context) =>
    work(context, await requireDirectory(context, which)),
  );
}

/** @throws Problem `not_found` that names those there are. */
export async function requireDirectory(
  context: Context,
  which: { tenant: string; name: string },
): Promise<DirectoryOverview> {
  const directories = await listDirectoriesForOperators(context);
  const directory = directories.find(({ name }) => name === which.name);
  if (directory !== undefined) return directory;
  const names = directories.slice(0, shownNames).map(({ name }) => name);
  const there =
    names.length === 0
      ? "it has none; declare one with vedette apply"
      : `it has ${names.join(", ")}`;
  const what = `Tenant ${which.tenant} has no directory named ${JSON.stringify(which.name)}: ${there}.`;
  throw new Problem("not_found", what);
}
