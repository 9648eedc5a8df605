export type { GraphRead, GraphReader, GraphRequest } from "./graph-request.ts";
