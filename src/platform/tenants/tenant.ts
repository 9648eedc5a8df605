/** Whose data it is. An installation has one or many; nothing of one is ever seen by another. */
export interface Tenant {
  id: string;
  /** Unique in the installation, 1 to 200 characters. */
  name: string;
  /** How many billable sensors the plan allows. */
  sensorLimit: number;
  createdAt: number;
}

/** The plan of a tenant that was made without one. */
export const defaultSensorLimit = 10_000;

/** The server listens here for tenants that were made by another process; the payload is the tenant's id. */
export const tenantsChannel = "vedette_tenants";
