import type { Command } from "commander";
import type { CommandLine } from "../command-line.ts";
import { addIdentityAssess } from "./identity-assess.ts";
import { addIdentityExcept } from "./identity-except.ts";
import { addIdentityExceptions } from "./identity-exceptions.ts";
import { addIdentityFinding } from "./identity-finding.ts";
import { addIdentityFindings } from "./identity-findings.ts";
import { addIdentityList } from "./identity-list.ts";
import { addIdentityRules } from "./identity-rules.ts";
import { addIdentityShow } from "./identity-show.ts";
import { addIdentityStop } from "./identity-stop.ts";
import { addIdentityUnexcept } from "./identity-unexcept.ts";

/**
 * `vedette identity assess | stop | list | show` of directories, which are declared with `vedette apply`; `findings | finding |
 * rules` of what is wrong with them; `except | exceptions | unexcept` of what somebody answers for.
 */
export function addIdentityCommands(program: Command, line: CommandLine): void {
  const identity = program
    .command("identity")
    .description("assess Active Directory and Entra now, see what is wrong with them");
  addIdentityAssess(identity, line);
  addIdentityStop(identity, line);
  addIdentityList(identity, line);
  addIdentityShow(identity, line);
  addIdentityFindings(identity, line);
  addIdentityFinding(identity, line);
  addIdentityRules(identity, line);
  addIdentityExcept(identity, line);
  addIdentityExceptions(identity, line);
  addIdentityUnexcept(identity, line);
}
