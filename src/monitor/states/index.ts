export type { SensorState, StatePolicy } from "./state.ts";
export { nextState, restartedState, unknownState } from "./state.ts";
export type { StateRow } from "./state.queries.ts";
export { insertStates, updateStates } from "./state.queries.ts";
