/** How many TCP connects a collector makes: whole checks through the registry, a fresh connection each. */
import { type CheckSpec } from "#engines/check-types";
import { createCheckEngines } from "#engines/checks";
import { benchOptions, measure, pinToFirstCore } from "./support/measure.ts";
import { startTargets } from "./support/targets.ts";

const cores = pinToFirstCore();
const options = benchOptions({ seconds: 8, runs: 3, concurrency: 64 });
const targets = await startTargets();
const engines = createCheckEngines({ permit: () => null });
const specs: CheckSpec[] = targets.addresses.map((address) => ({
  type: "tcp",
  target: `${address}:${targets.tcpPort}`,
  tcp: {},
}));
let next = 0;
await measure(
  {
    work: "tcp connect",
    ...options,
    notes: `${specs.length} targets served by ${targets.engine}`,
    async once() {
      next = (next + 1) % specs.length;
      const spec = specs[next];
      if (spec === undefined) throw new Error("no target");
      return (await engines.check(spec, { timeoutMs: 5000 })).ok;
    },
  },
  cores,
);
await engines.close();
await targets.close();
