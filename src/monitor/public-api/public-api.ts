import { updateSensor } from "#monitor/flows";
import {
  IncidentDetailSchema,
  IncidentListSchema,
  IncidentSchema,
  addIncidentRoutes,
} from "#monitor/incidents";
import {
  SensorDetailSchema,
  SensorListSchema,
  SensorSchema,
  addSensorRoutes,
} from "#monitor/sensors";
import { SensorUsageSchema, addUsageRoute } from "#monitor/usage";
import { keyPrefixes } from "#platform/api-keys";
import { type PublicApi, pingRoute } from "#platform/http";

const description = `Read the sensors of a tenant and their state, its incidents and its usage; acknowledge incidents;
rename sensors, change their interval, switch them on and off.

**Key.** Every request carries \`Authorization: Bearer vdm_live_…\`. A key sees the data of its own tenant only. One with the
scope read may make the GET requests, one with read & write all.

**Rate.** 120 requests in any 60 s per key, beyond that 429 with \`Retry-After\`. Every reply says in \`RateLimit-Remaining\` how
many are left.

**Lists.** Without \`limit\` a list is sent whole, as one consistent view. With it, increase \`offset\` until \`hasMore\` is false.

**Times** are Unix epoch milliseconds. Fields that do not apply or are not known are \`null\`. More fields may be added to
replies; none is removed or given another type.

**Errors** are \`{ error, code, requestId, details? }\`: a sentence, a word from a closed list, the request's id as in the header
\`X-Request-Id\`, and the places that are wrong.`;

const ping = pingRoute("monitor");

/** The public API of the monitoring service, version 1: all its routes. */
export const monitorApi: PublicApi = {
  name: "monitor",
  keyPrefix: keyPrefixes.monitor,
  title: "Vedette monitoring API",
  description,
  tags: [
    { name: "Key", description: "The API key itself." },
    { name: "Sensors", description: "What is monitored, and its state." },
    { name: "Incidents", description: "Sensors that went down." },
    { name: "Usage", description: "Billable sensors." },
  ],
  schemas: [
    ping.schema,
    SensorSchema,
    SensorDetailSchema,
    SensorListSchema,
    IncidentSchema,
    IncidentDetailSchema,
    IncidentListSchema,
    SensorUsageSchema,
  ],
  routes: (app) => {
    ping.add(app);
    addSensorRoutes(app, { updateSensor });
    addIncidentRoutes(app);
    addUsageRoute(app);
  },
};
