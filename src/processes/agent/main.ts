import { runMain } from "#remote/program";
import { agentPart } from "./agent-part.ts";

process.exitCode = await runMain(agentPart, process.env["AGENT_TOKEN"]);
