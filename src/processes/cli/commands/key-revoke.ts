import type { Command } from "commander";
import { revokeApiKey } from "#platform/api-keys";
import { type CommandLine, operatorContext } from "../command-line.ts";
import { examples } from "../examples.ts";
import { formatTime } from "../table.ts";

/** `vedette key revoke KEY-OR-ID` */
export function addKeyRevoke(key: Command, line: CommandLine): void {
  key
    .command("revoke")
    .description("make a key invalid; the next request with it is refused")
    .argument("<key-or-id>", "the key itself, or its id as vedette key list shows it")
    .addHelpText("after", examples("vedette key revoke 019aa1f2-7c7e-7000-8000-5b0c8f3f2d11"))
    .action(async (keyOrId: string) => {
      await line.withDatabase("vedette key revoke", { mayMake: false }, async (database) => {
        const key = await revokeApiKey(operatorContext(database), keyOrId);
        const was = key.revokedAt === null ? "" : `, since ${formatTime(key.revokedAt)} UTC`;
        line.print(`Key ${key.id} (${key.name}, tenant ${key.tenantName}) is revoked${was}.`);
      });
    });
}
