import type { Command } from "commander";
import {
  type AssessmentReport,
  type DirectoryOverview,
  readAssessment,
  requestAssessment,
} from "#exposure/directories";
import { countIdentityChanges, listRuleResults, readPosture } from "#exposure/identity";
import { listProbesForOperators } from "#exposure/probes";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import type { CommandLine } from "../command-line.ts";
import { describeProgress, isOpen } from "../describe-assessment.ts";
import { describeOutcome } from "../describe-assessment-outcome.ts";
import { examples } from "../examples.ts";
import { follow } from "../follow.ts";
import { onInterrupt } from "../on-interrupt.ts";
import { requireDirectory, withDirectory } from "../with-directory.ts";

interface Options {
  tenant: string;
  wait?: true;
  json?: true;
}

/** `vedette identity assess NAME --tenant T [--wait] [--json]` */
export function addIdentityAssess(identity: Command, line: CommandLine): void {
  identity
    .command("assess")
    .description("assess a directory now; where it is under way already, it is not begun again")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose directory it is")
    .option("--wait", "show how far it is until it ends; exit code 1 when it fails")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      examples(
        "vedette identity assess corp --tenant default --wait",
        "vedette identity assess corp --tenant default --wait --json > outcome.json",
      ),
    )
    .action(async (name: string, options: Options) => {
      const which = { command: "vedette identity assess", tenant: options.tenant, name };
      await withDirectory(line, which, (context, directory) =>
        assess(line, context, directory, options),
      );
    });
}

async function assess(
  line: CommandLine,
  context: Context,
  { name, probeId }: DirectoryOverview,
  { tenant, wait, json }: Options,
): Promise<void> {
  const asked = await requestAssessment(context, { name });
  if (!asked.isNew) line.note("An assessment of it is open already.");
  if (wait === undefined) {
    line.print(json ? JSON.stringify(asked) : `assessment ${asked.assessmentId}`);
    return;
  }
  const interrupt = onInterrupt();
  try {
    const { now } = context;
    const { assessment } = await follow(
      {
        read: async () => {
          const seen = await readAssessment(context, asked.assessmentId);
          const probes = seen.progress === null ? await listProbesForOperators(context) : [];
          return { assessment: seen, probe: probes.find(({ id }) => id === probeId) ?? null };
        },
        isOpen: (seen) => isOpen(seen.assessment),
        describe: (seen) => `${name}: ${describeProgress(seen, now())}`,
        now,
      },
      interrupt.signal,
    );
    if (isOpen(assessment)) {
      const stop = `vedette identity stop ${JSON.stringify(name)} --tenant ${JSON.stringify(tenant)}`;
      throw new Problem("unavailable", `It goes on without being watched; ${stop} stops it.`);
    }
    await tellOutcome(line, context, assessment, { tenant, json: json ?? false });
  } finally {
    interrupt.done();
  }
}

async function tellOutcome(
  line: CommandLine,
  context: Context,
  assessment: AssessmentReport,
  { tenant, json }: { tenant: string; json: boolean },
): Promise<void> {
  const { directoryName: name, startedAt, state, error } = assessment;
  if (state !== "completed") {
    if (json) line.print(JSON.stringify({ assessment }));
    throw new Problem("unavailable", error ?? `The assessment ${state}.`);
  }
  const { id, facts } = await requireDirectory(context, { tenant, name });
  const changes = await countIdentityChanges(context, id, startedAt ?? assessment.createdAt);
  const posture = await readPosture(context, id);
  const rules = await listRuleResults(context, id);
  const outcome = { assessment, facts, changes, posture, rules };
  if (json) return line.print(JSON.stringify(outcome));
  line.print(describeOutcome(outcome));
  line.print(
    `\nnext: vedette identity findings ${JSON.stringify(name)} --tenant ${JSON.stringify(tenant)}`,
  );
}
