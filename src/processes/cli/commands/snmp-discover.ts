import { type Command, InvalidArgumentError, Option } from "commander";
import Value from "typebox/value";
import { SnmpSettings, snmpAuthProtocols, snmpPrivProtocols } from "#engines/check-types";
import { findSettingsProblems } from "#monitor/configuration";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { describeDiscovery } from "../describe-discovery.ts";
import { examples } from "../examples.ts";

interface Options {
  snmpVersion?: "1" | "2c" | "3";
  community: string;
  user?: string;
  level?: string;
  authProtocol?: string;
  authPassword?: string;
  privProtocol?: string;
  privPassword?: string;
  context?: string;
  timeout: number;
  json?: true;
}

/** `vedette snmp discover TARGET [--community C | --user U …] [--json]` */
export function addSnmpDiscover(snmp: Command, line: CommandLine): void {
  const option = (flags: string, about: string) => new Option(flags, about);
  snmp
    .command("discover")
    .description("list what can be monitored on a device, and a sensor to copy into a file")
    .argument("<target>", "host, or host:port (default 161)")
    .addOption(
      option("--snmp-version <version>", "default 2c, with --user 3").choices(["1", "2c", "3"]),
    )
    .addOption(option("--community <text>", "v1, v2c").default("public").env("SNMP_COMMUNITY"))
    .addOption(option("--user <name>", "v3").env("SNMP_USER"))
    .addOption(
      option("--level <level>", "v3; default as much as there are passwords for").choices([
        "noAuthNoPriv",
        "authNoPriv",
        "authPriv",
      ]),
    )
    .addOption(option("--auth-protocol <name>", "v3; default SHA").choices(snmpAuthProtocols))
    .addOption(option("--auth-password <text>", "v3").env("SNMP_AUTH_PASSWORD"))
    .addOption(option("--priv-protocol <name>", "v3; default AES").choices(snmpPrivProtocols))
    .addOption(option("--priv-password <text>", "v3").env("SNMP_PRIV_PASSWORD"))
    .addOption(option("--context <name>", "v3"))
    .addOption(option("--timeout <seconds>", "for all of it").argParser(seconds).default(30))
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        "SNMP_COMMUNITY=… vedette snmp discover 10.0.0.2   # credentials do not show in the process list",
        "SNMP_AUTH_PASSWORD=… SNMP_PRIV_PASSWORD=… vedette snmp discover 10.0.0.4 --user mon --auth-protocol SHA-256",
      ),
    )
    .action(async (target: string, options: Options) => {
      const settings = snmpSettings(options);
      // The engines are not needed by any other command, and take a while to load.
      const { SnmpFailure, createNameCache, discoverSnmp } = await import("#engines/checks");
      const names = createNameCache({ permit: () => null });
      try {
        const context = { timeoutMs: options.timeout * 1000, names };
        const found = await discoverSnmp(target, settings, context);
        line.print(options.json ? JSON.stringify(found) : describeDiscovery(found, settings));
      } catch (error) {
        if (!(error instanceof SnmpFailure)) throw error;
        throw new Problem("unavailable", `${error.message}.`, { cause: error });
      } finally {
        names.close();
      }
    });
}

/** @throws Problem with each fault of the credentials. */
function snmpSettings(options: Options): SnmpSettings {
  const { user, level, authProtocol, authPassword, privProtocol, privPassword, context } = options;
  const version = options.snmpVersion ?? (user === undefined ? "2c" : "3");
  const v3 = { user, level, authProtocol, authPassword, privProtocol, privPassword, context };
  const settings: unknown =
    version === "3"
      ? {
          version: 3,
          ...Object.fromEntries(Object.entries(v3).filter(([, value]) => value !== undefined)),
        }
      : { version: version === "1" ? 1 : "2c", community: options.community };
  const problems = findSettingsProblems("snmp", SnmpSettings, settings);
  if (problems.length > 0 || !Value.Check(SnmpSettings, settings)) {
    throw new Problem(
      "invalid_request",
      `The SNMP credentials are not valid: ${problems.join("; ")}.`,
    );
  }
  return settings;
}

function seconds(text: string): number {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= 600) return value;
  throw new InvalidArgumentError("It must be a whole number of seconds from 1 to 600.");
}
