export type { CheckInDecision, ClosedWork, OpenWork } from "./decide-check-in.ts";
export { decideCheckIn, isNothingToSave } from "./decide-check-in.ts";
export type { SilentWork } from "./silence.ts";
export { queuedForMs, silenceOf, silentAfterMs } from "./silence.ts";
