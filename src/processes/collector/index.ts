export { collectorPart } from "./collector-part.ts";
