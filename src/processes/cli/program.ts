import { Command } from "commander";
import { version } from "#lib/version";
import type { CommandLine } from "./command-line.ts";
import { examples } from "./examples.ts";

type AddCommands = (program: Command, line: CommandLine) => void;

/**
 * Commands by their first word, in the order of the help page. Only what is typed is loaded: a command takes most of its time to load the
 * modules that it works with.
 */
const commands: Readonly<Record<string, () => Promise<AddCommands>>> = {
  serve: async () => (await import("./commands/serve.ts")).addServeCommand,
  apply: async () => (await import("./commands/apply.ts")).addApplyCommand,
  key: async () => (await import("./commands/key.ts")).addKeyCommands,
  user: async () => (await import("./commands/user.ts")).addUserCommands,
  tenant: async () => (await import("./commands/tenant.ts")).addTenantCommands,
  collector: async () => (await import("./commands/collector.ts")).addCollectorCommands,
  probe: async () => (await import("./commands/probe.ts")).addProbeCommands,
  agent: async () => (await import("./commands/agent.ts")).addAgentCommands,
  feeds: async () => (await import("./commands/feeds.ts")).addFeedsCommands,
  scan: async () => (await import("./commands/scan.ts")).addScanCommands,
  bundle: async () => (await import("./commands/bundle.ts")).addBundleCommands,
  audit: async () => (await import("./commands/audit.ts")).addAuditCommands,
  identity: async () => (await import("./commands/identity.ts")).addIdentityCommands,
  import: async () => (await import("./commands/import.ts")).addImportCommand,
  export: async () => (await import("./commands/export.ts")).addExportCommand,
  snmp: async () => (await import("./commands/snmp.ts")).addSnmpCommands,
  doctor: async () => (await import("./commands/doctor.ts")).addDoctorCommand,
  backup: async () => (await import("./commands/backup.ts")).addBackupCommand,
  restore: async () => (await import("./commands/restore.ts")).addRestoreCommand,
};

/**
 * The commands of `vedette`.
 *
 * @param args what was typed, without the program's name: when it begins with a command, that one alone is there, else all of them.
 */
export async function buildProgram(
  line: CommandLine,
  args: readonly string[] = [],
): Promise<Command> {
  const program = new Command("vedette")
    .description("Is it up, and is it exposed? Monitoring and exposure of your own networks.")
    .version(version)
    .exitOverride()
    .addHelpText(
      "after",
      examples(
        "vedette serve                      # everything; the console is at http://127.0.0.1:7300",
        "vedette apply -f monitoring.yaml   # declare what is monitored",
        "vedette apply --help               # options and examples of a command",
      ) +
        "\n\nA command works on the installation in VEDETTE_DATA_DIR (default ./data) or DATABASE_URL." +
        "\nExit codes: 0 done, 1 failed, 2 wrong usage.",
    );
  const [first = ""] = args;
  const wanted = Object.hasOwn(commands, first) ? [first] : Object.keys(commands);
  for (const name of wanted) {
    const add = await commands[name]?.();
    add?.(program, line);
  }
  return program;
}
