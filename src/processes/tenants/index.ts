export { makeTenant } from "./make-tenant.ts";
