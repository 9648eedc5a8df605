export { createTenant } from "./create-tenant.ts";
export { setSensorLimit } from "./set-sensor-limit.ts";
export { findTenant, findTenantByName, listTenants } from "./tenant.queries.ts";
export type { Tenant } from "./tenant.ts";
export { defaultSensorLimit, tenantsChannel } from "./tenant.ts";
