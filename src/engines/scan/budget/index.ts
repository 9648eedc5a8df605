export { createPermits } from "./permits.ts";
export type { Permits } from "./permits.ts";
export { guardPermits, NoLongerAllowed } from "./guarded-permits.ts";
