import { Command } from "commander";
import { version } from "#lib/version";
import type { CommandLine } from "./command-line.ts";
import { addAgentCommands } from "./commands/agent.ts";
import { addApplyCommand } from "./commands/apply.ts";
import { addAuditCommands } from "./commands/audit.ts";
import { addBackupCommand } from "./commands/backup.ts";
import { addBundleCommands } from "./commands/bundle.ts";
import { addCollectorCommands } from "./commands/collector.ts";
import { addDoctorCommand } from "./commands/doctor.ts";
import { addExportCommand } from "./commands/export.ts";
import { addFeedsCommands } from "./commands/feeds.ts";
import { addIdentityCommands } from "./commands/identity.ts";
import { addImportCommand } from "./commands/import.ts";
import { addKeyCommands } from "./commands/key.ts";
import { addProbeCommands } from "./commands/probe.ts";
import { addRestoreCommand } from "./commands/restore.ts";
import { addScanCommands } from "./commands/scan.ts";
import { addServeCommand } from "./commands/serve.ts";
import { addSnmpCommands } from "./commands/snmp.ts";
import { addTenantCommands } from "./commands/tenant.ts";
import { addUserCommands } from "./commands/user.ts";
import { examples } from "./examples.ts";

/** All commands of `vedette`, in the order of the help page. */
export function buildProgram(line: CommandLine): Command {
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
  addServeCommand(program, line);
  addApplyCommand(program, line);
  addKeyCommands(program, line);
  addUserCommands(program, line);
  addTenantCommands(program, line);
  addCollectorCommands(program, line);
  addProbeCommands(program, line);
  addAgentCommands(program, line);
  addFeedsCommands(program, line);
  addScanCommands(program, line);
  addBundleCommands(program, line);
  addAuditCommands(program, line);
  addIdentityCommands(program, line);
  addImportCommand(program, line);
  addExportCommand(program, line);
  addSnmpCommands(program, line);
  addDoctorCommand(program, line);
  addBackupCommand(program, line);
  addRestoreCommand(program, line);
  return program;
}
