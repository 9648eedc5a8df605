export type { CheckInDecision, ClosedWork, OpenWork } from "./decide-check-in.ts";
export { decideCheckIn, isNothingToSave } from "./decide-check-in.ts";
