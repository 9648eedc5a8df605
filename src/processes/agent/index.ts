export { agentPart } from "./agent-part.ts";
