import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Registry } from "./registry.ts";

/** Adds what every process should show of itself: CPU, memory, start and how late its event loop runs. */
export function addProcessMetrics(registry: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  const startedSec = Date.now() / 1000 - process.uptime();
  registry.gauge("process_cpu_seconds_total", "User and system CPU time in seconds.", [], () => {
    const { user, system } = process.cpuUsage();
    return [{ labels: [], value: (user + system) / 1e6 }];
  });
  registry.gauge("process_resident_memory_bytes", "Resident memory in bytes.", [], () => [
    { labels: [], value: process.memoryUsage.rss() },
  ]);
  registry.gauge(
    "process_start_time_seconds",
    "When the process started, Unix time in seconds.",
    [],
    () => [{ labels: [], value: startedSec }],
  );
  registry.gauge(
    "nodejs_eventloop_lag_seconds",
    "How late the event loop ran since the last reading.",
    ["quantile"],
    () => {
      const samples = [0.5, 0.99].map((quantile) => ({
        labels: [String(quantile)] as const,
        value: delay.percentile(quantile * 100) / 1e9,
      }));
      delay.reset();
      return samples;
    },
  );
}
