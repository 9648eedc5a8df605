import { type Command, InvalidArgumentError, Option } from "commander";
import { findingStatuses } from "#exposure/life-cycle";
import {
  type OperatorIdentityFinding,
  listIdentityFindingsForOperators,
  writeIdentityFindings,
} from "#exposure/identity";
import type { CommandLine } from "../command-line.ts";
import { describeFindings } from "../describe-identity-findings.ts";
import { examples } from "../examples.ts";
import { identityCsvHeading, identityCsvLines } from "../identity-csv.ts";
import { noteUnknownRule } from "../note-unknown-rule.ts";
import { toFile, writeStdout } from "../output-file.ts";
import { withDirectory } from "../with-directory.ts";

type Shown = OperatorIdentityFinding["status"] | "all";

interface Options {
  tenant: string;
  rule?: string;
  status: Shown;
  limit: number;
  csv?: string;
  json?: true;
}

/** More than this scrolls everything else away. */
const usualLimit = 100;
const mostShown = 10_000;

/** `vedette identity findings NAME --tenant T [--rule ID] [--status S] [--limit N] [--csv FILE|-] [--json]` */
export function addIdentityFindings(identity: Command, line: CommandLine): void {
  identity
    .command("findings")
    .description("list what is wrong with a directory, the most severe first")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose directory it is")
    .option("--rule <id>", "what this rule found")
    .addOption(
      new Option("--status <status>", "those with this one, or all; open means in_progress as well")
        .choices([...findingStatuses, "all"])
        .default("open"),
    )
    .option("--limit <n>", "show so many at most", readLimit, usualLimit)
    .option("--csv <file>", "write all of them as CSV (RFC 4180) into a file, or to stdout: -")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        "vedette identity findings corp --tenant default",
        "vedette identity findings corp --tenant default --rule ad.password-never-expires --status all",
        "vedette identity findings corp --tenant default --csv findings.csv",
      ),
    )
    .action(async (name: string, options: Options) => {
      const { tenant, rule: ruleId = null, status, limit, csv, json } = options;
      const which = { command: "vedette identity findings", tenant, name };
      await withDirectory(line, which, async (context, { id: directoryId }) => {
        const wanted = { directoryId, ruleId, status };
        const toCsv = async (write: (text: string) => Promise<void>) => {
          await write(identityCsvHeading);
          return writeIdentityFindings(context, wanted, (some) => write(identityCsvLines(some)));
        };
        if (csv === "-") {
          await toCsv(writeStdout);
          return;
        }
        if (csv !== undefined) {
          const count = await toFile(csv, toCsv);
          line.note(`${csv}: ${count === 1 ? "1 finding" : `${count} findings`}`);
          return;
        }
        // One more tells whether there are more.
        const found = await listIdentityFindingsForOperators(context, {
          ...wanted,
          limit: limit + 1,
        });
        const shown = found.slice(0, limit);
        if (ruleId !== null && shown.length === 0) await noteUnknownRule(line, ruleId);
        line.print(json ? JSON.stringify(shown) : describeFindings(shown));
        if (found.length > limit)
          line.note("… and more: see --limit, or write all of them with --csv");
      });
    });
}

function readLimit(text: string): number {
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= mostShown) return limit;
  throw new InvalidArgumentError(`It must be a number from 1 to ${mostShown}.`);
}
