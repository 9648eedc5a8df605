import type { Command } from "commander";
import { type BundleToSave, listBundleRows, readBundleFile, saveBundles } from "#exposure/bundles";
import { newId } from "#lib/ids";
import type { Context } from "#platform/context";
import { Problem } from "#platform/errors";
import { type CommandLine, operatorContext, requireTenant } from "../command-line.ts";
import { examples } from "../examples.ts";

interface Options {
  tenant: string;
  content?: string;
  name?: string;
  replace?: true;
  json?: true;
}

/** `vedette bundle add FILE | --content NAME --tenant T [--name N] [--replace] [--json]` */
export function addBundleAdd(bundle: Command, line: CommandLine): void {
  bundle
    .command("add")
    .description(
      "add a SCAP data stream: a file, which is handed to agents, or one that hosts have of their distribution",
    )
    .argument("[file]", "a data stream, plain or gzip")
    .requiredOption("--tenant <name>", "whose bundle it will be")
    .option("--content <file>", "the name of a file of the distribution's package, instead")
    .option("--name <name>", "how audits name it, if not by its file")
    .option("--replace", "take the place of the bundle that has the name; its audits go on with it")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nDistributions have their content in ssg-debian, ssg-debderived (Ubuntu) and scap-security-guide (RHEL and others).\n" +
        examples(
          "vedette bundle add ssg-rhel9-ds.xml --tenant default --name rhel9",
          "vedette bundle add --content ssg-debian12-ds.xml --tenant default --name debian12",
        ),
    )
    .action(async (file: string | undefined, options: Options) => {
      const content = await readContent(file, options.content);
      const name = options.name ?? nameOf(content);
      await line.withDatabase("vedette bundle add", { mayMake: false }, async (database) => {
        const { id: tenantId } = await requireTenant(database, options.tenant);
        const context = { ...operatorContext(database), tenantId };
        const { id, replaced } = await save(context, { name, content }, options);
        const shown = { id, name, replaced };
        line.print(
          options.json ? JSON.stringify(shown) : `${replaced ? "replaced" : "added"} ${name}`,
        );
      });
    });
}

/** A file that is no good is told before anything is opened. */
async function readContent(
  file: string | undefined,
  content: string | undefined,
): Promise<BundleToSave["content"]> {
  if (file !== undefined && content === undefined) {
    return { source: "file", file: await readBundleFile(file) };
  }
  if (content !== undefined && file === undefined) return { source: "content", fileName: content };
  const what = "Give either a file, or --content with the name of a file that hosts have.";
  throw new Problem("invalid_request", what);
}

function nameOf(content: BundleToSave["content"]): string {
  const { fileName } = content.source === "file" ? content.file : content;
  return fileName.replace(/\.xml$/i, "");
}

async function save(
  context: Context,
  { name, content }: Omit<BundleToSave, "id">,
  { replace }: Options,
): Promise<{ id: string; replaced: boolean }> {
  const { tenantId, database } = context;
  return database.transaction(tenantId, async (tx) => {
    const known = (await listBundleRows(tx, tenantId)).find((one) => one.name === name);
    if (known !== undefined && replace === undefined) {
      const what = `There is a bundle named ${JSON.stringify(name)} already`;
      throw new Problem("invalid_request", `${what}: choose another --name, or --replace it.`);
    }
    const bundle = { id: known?.id ?? newId(), name, content };
    const changes =
      known === undefined ? { create: [bundle], update: [] } : { create: [], update: [bundle] };
    await saveBundles(tx, context, { ...changes, delete: [] });
    return { id: bundle.id, replaced: known !== undefined };
  });
}
