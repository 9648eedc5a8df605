/** A network namespace for tests: one implementation, in the slice that needed it first. */
export { enterOwnNetwork, ip, makeSilentAddress } from "../../src/engines/checks/own-network.ts";
