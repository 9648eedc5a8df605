/** How many pings a collector makes: whole checks through the registry, the echo thread's CPU included. Needs root. */
import { type CheckSpec } from "#engines/check-types";
import { createCheckEngines } from "#engines/checks";
import { benchOptions, measure, pinToFirstCore } from "./support/measure.ts";

const cores = pinToFirstCore();
const options = benchOptions({ seconds: 8, runs: 3, concurrency: 1000 });
const engines = createCheckEngines({ permit: () => null });
const context = { timeoutMs: 5000 };
const method = (await engines.icmpMethods()).ipv4;

const specs = (packets: number): CheckSpec[] =>
  Array.from({ length: 2000 }, (_, index) => ({
    type: "icmp",
    target: `127.10.${index >> 8}.${index & 0xff}`,
    icmp: { packets },
  }));

async function bench(work: string, packets: number, concurrency: number): Promise<void> {
  const list = specs(packets);
  let next = 0;
  await measure(
    {
      work,
      ...options,
      concurrency,
      notes: `2000 targets, ${method} sockets; the kernel's replies run in our time`,
      async once() {
        next = (next + 1) % list.length;
        const spec = list[next];
        if (spec === undefined) throw new Error("no target");
        return (await engines.check(spec, context)).ok;
      },
    },
    cores,
  );
}

await bench("icmp 1 packet", 1, options.concurrency);
// Spread over 400 ms, so that many more have to be under way to use the core up.
await bench("icmp 3 packets", 3, options.concurrency * 16);
await engines.close();
