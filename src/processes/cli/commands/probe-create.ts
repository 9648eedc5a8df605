import type { Command } from "commander";
import { createProbeIn, setTargetLists } from "#exposure/probes";
import { listCompanies } from "#platform/companies";
import type { Database } from "#platform/db";
import { Problem } from "#platform/errors";
import { type CommandLine, operatorContext, requireTenant } from "../command-line.ts";
import { describeEnrolment } from "../enrolment.ts";
import { examples } from "../examples.ts";

interface Options {
  tenant: string;
  company?: string;
  allow?: string[];
  deny?: string[];
}

/** `vedette probe create NAME --tenant T [--company C] [--allow CIDR…] [--deny CIDR…]` */
export function addProbeCreate(probe: Command, line: CommandLine): void {
  probe
    .command("create")
    .description("make a remote probe and print its one-time enrolment token, alone, on stdout")
    .argument("<name>")
    .requiredOption("--tenant <name>", "whose scans it carries out")
    .option("--company <name>", "the company that it stands at")
    .option("--allow <cidr...>", "it may touch these addresses and no others")
    .option("--deny <cidr...>", "it may not touch these addresses")
    .addHelpText("after", examples("vedette probe create branch-berlin --tenant default"))
    .action(async (name: string, { tenant, company, allow = [], deny = [] }: Options) => {
      await line.withDatabase("vedette probe create", { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, tenant);
        const context = { ...operatorContext(database), tenantId };
        const companyId =
          company === undefined ? null : await requireCompany(database, tenantId, company);
        const token = await database.transaction(tenantId, async (tx) => {
          const made = await createProbeIn(tx, context, { name, companyId });
          await setTargetLists(tx, context, { id: made.id, allow, deny });
          return made.token;
        });
        line.note(describeEnrolment(line.config(), "probe", name, token));
        line.print(token);
      });
    });
}

async function requireCompany(database: Database, tenantId: string, name: string): Promise<string> {
  const companies = await listCompanies(database.forTenant(tenantId), tenantId);
  const company = companies.find((each) => each.name === name);
  if (company !== undefined) return company.id;
  const names = companies.map((each) => each.name);
  const there =
    names.length === 0 ? "there is none yet" : `there are ${names.slice(0, 20).join(", ")}`;
  throw new Problem("not_found", `There is no company named ${JSON.stringify(name)}: ${there}.`);
}
