import assert from "node:assert/strict";
import { test } from "node:test";
import { addProcessMetrics } from "./process-metrics.ts";
import { createRegistry } from "./registry.ts";

test("figures are written as Prometheus reads them", () => {
  const registry = createRegistry();
  const requests = registry.counter("requests_total", "Requests.\nAll of them.", [
    "path",
    "status",
  ]);
  requests.labels("/a", "200").add(1);
  requests.labels("/a", "200").add(2);
  requests.labels('/"b"\\', "404").add(1);
  registry.gauge("temperature", "Now.", [], () => [{ labels: [], value: -1.5 }]);
  assert.equal(
    registry.render(),
    [
      "# HELP requests_total Requests.\\nAll of them.",
      "# TYPE requests_total counter",
      'requests_total{path="/a",status="200"} 3',
      'requests_total{path="/\\"b\\"\\\\",status="404"} 1',
      "# HELP temperature Now.",
      "# TYPE temperature gauge",
      "temperature -1.5",
      "",
    ].join("\n"),
  );
});

test("a histogram's buckets add up, and a value on a bound is within it", () => {
  const registry = createRegistry();
  const seconds = registry.histogram("seconds", "How long.", ["route"], [0.1, 1]);
  const child = seconds.labels("/a");
  for (const value of [0.05, 0.1, 0.5, 7]) child.observe(value);
  assert.deepEqual(registry.render().split("\n").slice(2, -1), [
    'seconds_bucket{route="/a",le="0.1"} 2',
    'seconds_bucket{route="/a",le="1"} 3',
    'seconds_bucket{route="/a",le="+Inf"} 4',
    'seconds_sum{route="/a"} 7.65',
    'seconds_count{route="/a"} 4',
  ]);
});

test("a name used twice is a mistake that shows at the start", () => {
  const registry = createRegistry();
  registry.counter("x_total", "X.", []);
  assert.throws(() => registry.counter("x_total", "X.", []), /exists already/);
  assert.throws(() => registry.counter("x y", "X.", []), /no name/);
});

test("a process shows its CPU time and memory", () => {
  const registry = createRegistry();
  addProcessMetrics(registry);
  const text = registry.render();
  assert.match(text, /^process_cpu_seconds_total [0-9.]+$/m);
  assert.match(text, /^process_resident_memory_bytes [0-9]{7,}$/m);
  assert.match(text, /^nodejs_eventloop_lag_seconds\{quantile="0.99"\} [0-9.e-]+$/m);
});
