import { runMain } from "#remote/program";
import { collectorPart } from "./collector-part.ts";

process.exitCode = await runMain(collectorPart);
