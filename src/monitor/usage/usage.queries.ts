import { statement } from "#platform/db";
import type { SensorUsage } from "./usage.ts";

/**
 * What a tenant uses of its plan. A sensor that takes in every storage volume, and has not seen one yet, counts one:
 * there will be at least that.
 */
export const findUsage = statement<[tenantId: string], Omit<SensorUsage, "total" | "remaining">>(
  "usage.find",
  `select
     (select count(*) from sensors where tenant_id = $1 and type <> 'snmp') as "baseSensors",
     parts.interfaces as "interfaceSensors",
     parts.host + (
       select count(*) from sensors s
       where s.tenant_id = $1 and s.type = 'snmp' and 'storage' = any(s.host)
         and not exists (select from sensor_parts p
           where p.tenant_id = $1 and p.sensor_id = s.id and p.kind = 'storage')) as "hostSensors",
     (select sensor_limit from tenants where id = $1) as "limit"
   from (
     select count(*) filter (where kind = 'interface') as interfaces,
       count(*) filter (where kind <> 'interface') as host
     from sensor_parts where tenant_id = $1) as parts`,
);
