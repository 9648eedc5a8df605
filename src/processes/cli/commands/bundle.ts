import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { addBundleAdd } from "./bundle-add.ts";
import { addBundleList } from "./bundle-list.ts";
import { addBundleRemove } from "./bundle-remove.ts";
import { addBundleShow } from "./bundle-show.ts";

/** `vedette bundle add | list | show | remove` */
export function addBundleCommands(program: Command, line: CommandLine): void {
  const bundle = program
    .command("bundle")
    .description("keep SCAP data streams: what hosts can be audited against");
  addBundleAdd(bundle, line);
  addBundleList(bundle, line);
  addBundleShow(bundle, line);
  addBundleRemove(bundle, line);
}
