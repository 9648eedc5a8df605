import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createSealedBox } from "#platform/crypto";
import { withClient } from "#platform/db";
import { formatChange } from "#platform/declarations";
import { Problem } from "#platform/errors";
import { applyConfiguration, readConfiguration } from "#processes/apply";
import type { TestDatabase } from "#test/database";

type Options = { prune?: boolean; dryRun?: boolean };

/** Applies configurations to a test's database as `root@test`; the texts are YAML. */
export function createApplier({ database, admin }: TestDatabase, now: () => number) {
  const applier = {
    database,
    box: createSealedBox(randomBytes(32)),
    actor: { kind: "command_line", id: "command_line", name: "root@test" } as const,
    scopes: ["read", "write"] as const,
    now,
    requestId: "r",
  };

  function apply(text: string, options: Options = {}) {
    const files = [{ name: "f", bytes: Buffer.from(text) }];
    const read = readConfiguration(files, {}, { minIntervalSec: 30 });
    return applyConfiguration(applier, read, { prune: false, dryRun: false, ...options });
  }

  return {
    apply,

    /** What its secrets are sealed with. */
    box: applier.box,

    /** What it says that it changed. */
    async linesOf(text: string, options?: Options): Promise<string[]> {
      return (await apply(text, options)).flatMap(({ changes }) => changes.map(formatChange));
    },

    /** Why it is refused; fails when it is not. */
    async refusalOf(text: string, options?: Options): Promise<string[]> {
      try {
        await apply(text, options);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return (error.details ?? []).map(({ path, message }) => `${path}: ${message}`);
      }
      assert.fail("it was not refused");
    },

    /** Looks at the database past row-level security. */
    async rows(sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
      return withClient(admin, undefined, async (client) => (await client.query(sql, values)).rows);
    },
  };
}
