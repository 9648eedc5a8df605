import type { FastifyInstance } from "fastify";
import type { Registry } from "#platform/metrics";

const durationBucketsSec = [
  0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30,
];

/** Counts requests by route and status, and how long they took until the last byte was handed to the system. */
export function addHttpMetrics(app: FastifyInstance, registry: Registry): void {
  const requests = registry.counter(
    "vedette_http_requests_total",
    "HTTP requests that were answered.",
    ["method", "route", "status"],
  );
  const durations = registry.histogram(
    "vedette_http_request_duration_seconds",
    "Time from the head of a request to the end of its reply.",
    ["method", "route"],
    durationBucketsSec,
  );
  const known = new Map<string, { count(): void; took(seconds: number): void }>();
  app.addHook("onResponse", (request, reply, done) => {
    // The pattern, never the address itself: that would be a new figure for every sensor.
    const route = request.routeOptions.url ?? "none";
    const status = String(reply.statusCode);
    const key = `${request.method} ${status} ${route}`;
    let figures = known.get(key);
    if (figures === undefined) {
      const counter = requests.labels(request.method, route, status);
      const duration = durations.labels(request.method, route);
      figures = { count: () => counter.add(1), took: (seconds) => duration.observe(seconds) };
      known.set(key, figures);
    }
    figures.count();
    figures.took(reply.elapsedTime / 1000);
    done();
  });
}
