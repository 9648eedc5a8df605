export type { DeltaMemory } from "./delta-memory.ts";
export { createDeltaMemory } from "./delta-memory.ts";
export type { GraphReaderOptions } from "./graph-reader.ts";
export { createGraphReader } from "./graph-reader.ts";
export type { GraphRead, GraphReader, GraphRequest } from "./graph-request.ts";
