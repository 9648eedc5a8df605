export { sweepPorts } from "./port-sweep.ts";
export type { SweepResult } from "./port-sweep.ts";
export { readPorts } from "./read-ports.ts";
export type { WantedPorts } from "./read-ports.ts";
export { RoundTrip } from "./round-trip.ts";
