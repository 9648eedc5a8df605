export { expectedNames } from "./expected-names.ts";
export { checksSettledBy, findWeaknesses, weaknessCatalogue } from "./find-weaknesses.ts";
export { findHostWeaknesses } from "./host-rules.ts";
export type { Weakness, WeaknessClass, WeaknessDescription } from "./weakness.ts";
