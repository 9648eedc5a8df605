import { runMain } from "#remote/program";
import { probePart } from "./probe-part.ts";

process.exitCode = await runMain(probePart);
