import type { Command } from "commander";
import { listAssessments } from "#exposure/directories";
import { listRuleResults, readPosture } from "#exposure/identity";
import { listProbesForOperators } from "#exposure/probes";
import type { CommandLine } from "../command-line.ts";
import { describeUnasked } from "../describe-assessment-outcome.ts";
import { describeAssessments, describeProgress, isOpen } from "../describe-assessment.ts";
import { describeDirectory } from "../describe-directory.ts";
import { describeFactors, describePosture } from "../describe-posture.ts";
import { describeRuleResults } from "../describe-rule-results.ts";
import { examples } from "../examples.ts";
import { withDirectory } from "../with-directory.ts";

/** `vedette identity show NAME --tenant T [--json]` */
export function addIdentityShow(identity: Command, line: CommandLine): void {
  identity
    .command("show")
    .description(
      "show a directory: what was read of it, its score and what costs most, and what became of each rule",
    )
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose directory it is")
    .option("--json", "as JSON")
    .addHelpText("after", examples("vedette identity show corp --tenant default"))
    .action(async (name: string, { tenant, json }: { tenant: string; json?: true }) => {
      const which = { command: "vedette identity show", tenant, name };
      await withDirectory(line, which, async (context, directory) => {
        const { id, probeId } = directory;
        const assessments = await listAssessments(context, id, shownAssessments);
        const posture = await readPosture(context, id);
        const rules = await listRuleResults(context, id);
        if (json) return line.print(JSON.stringify({ directory, assessments, posture, rules }));
        line.print(describeDirectory(directory));
        const open = assessments.find(isOpen);
        if (open !== undefined) {
          const probes = await listProbesForOperators(context);
          const probe = probes.find((one) => one.id === probeId) ?? null;
          line.print(`now: ${describeProgress({ assessment: open, probe }, context.now())}`);
        }
        if (assessments.length > 0) line.print(`\n${describeAssessments(assessments)}`);
        if (rules.length === 0) return;
        const about = [
          "",
          ...describePosture(posture),
          ...describeFactors(posture.factors, shownFactors),
        ];
        line.print(
          [
            ...about,
            "",
            describeRuleResults(rules, posture.factors),
            ...describeUnasked(rules),
          ].join("\n"),
        );
      });
    });
}

/** Whether it works lately. */
const shownAssessments = 5;
/** What costs less than these hardly moves the score. */
const shownFactors = 10;
