import { existsSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import { newId } from "#lib/ids";
import { type Config, readConfig } from "#platform/config";
import type { Context } from "#platform/context";
import { type SealedBox, createSealedBox, readOrMakeKeyFile } from "#platform/crypto";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import { type Installation, openInstallation } from "#platform/installation";
import { createLog } from "#platform/log";
import { type Tenant, findTenantByName, listTenants } from "#platform/tenants";

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a command works with. */
export interface CommandLine {
  readonly env: Environment;
  /** @throws Problem that names a setting that is wrong. */
  readonly config: () => Config;
  /** A line of the result, on stdout. */
  print(line: string): void;
  /** A line for the person, on stderr, where it does not get into a script's way. */
  note(line: string): void;
  /**
   * Opens the installation that the environment names, and closes it again.
   *
   * @param command as the person typed it; shown to others who wait for the data directory.
   * @param options.mayMake false: a data directory that does not exist is a typing error, not a new installation.
   * @throws Problem with a sentence; whatever `work` throws.
   */
  withDatabase<T>(
    command: string,
    options: { mayMake: boolean },
    work: (database: Database) => Promise<T>,
  ): Promise<T>;
  /** As `withDatabase`; with `alone`, a running server is refused instead of joined. */
  withInstallation<T>(
    command: string,
    options: { mayMake: boolean; alone?: boolean },
    work: (installation: Installation) => Promise<T>,
  ): Promise<T>;
  /** Opens and seals credentials under the installation's key. */
  box(): Promise<SealedBox>;
}

/** A command line that works under this environment and prints to this process's own streams. */
export function createCommandLine(env: Environment): CommandLine {
  const config = () => readConfig(env);
  return {
    env,
    config,
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    withDatabase: (command, options, work) =>
      withInstallation(config(), command, options, ({ database }) => work(database)),
    withInstallation: (command, options, work) =>
      withInstallation(config(), command, options, work),
    box: async () => createSealedBox(await readOrMakeKeyFile(config().secretKeyFile)),
  };
}

async function withInstallation<T>(
  { dataDir, databaseUrl, logLevel }: Config,
  command: string,
  { mayMake, alone = false }: { mayMake: boolean; alone?: boolean },
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  if (databaseUrl === undefined && !mayMake && !existsSync(dataDir)) {
    throw new Problem(
      "not_found",
      `There is no installation in ${dataDir}. Set VEDETTE_DATA_DIR or DATABASE_URL, or make one with vedette serve.`,
    );
  }
  // The one who typed a command is told what went wrong in a sentence; the log is for those who ask for it.
  const log = createLog(logLevel === "info" ? "silent" : logLevel, command);
  const as = alone ? "server" : "command";
  const installation = await openInstallation({ dataDir, databaseUrl }, { as, name: command, log });
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

/** The context of a command, but for the tenant: the one who operates the installation may do everything. */
export function operatorContext(database: Database): Omit<Context, "tenantId"> {
  const name = `${userInfo().username}@${hostname()}`;
  return {
    actor: { kind: "command_line", id: "command_line", name },
    scopes: ["read", "write"],
    database,
    now: Date.now,
    requestId: newId(),
  };
}

/** The tenant of that name, or all when none is named. @throws Problem as {@link requireTenant}. */
export async function tenantsNamed(
  database: Database,
  name: string | undefined,
): Promise<readonly Tenant[]> {
  return name === undefined ? listTenants(database.system) : [await requireTenant(database, name)];
}

/** @throws Problem `not_found` that names the tenants there are. */
export async function requireTenant(database: Database, name: string): Promise<Tenant> {
  const tenant = await findTenantByName(database.system, name);
  if (tenant !== null) return tenant;
  const names = (await listTenants(database.system)).map((each) => each.name);
  const there =
    names.length === 0 ? "there is none yet" : `there are ${names.slice(0, 20).join(", ")}`;
  throw new Problem("not_found", `There is no tenant named ${JSON.stringify(name)}: ${there}.`);
}
