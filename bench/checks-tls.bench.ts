/** How many TLS handshakes a collector makes and verifies: whole checks through the registry, never resumed. */
import type { SpecOf } from "#engines/check-types";
import { createCheckEngines } from "#engines/checks";
import { benchOptions, measure, pinToFirstCore } from "./support/measure.ts";
import { startTargets } from "./support/targets.ts";

const cores = pinToFirstCore();
const options = benchOptions({ seconds: 8, runs: 3, concurrency: 32 });
const targets = await startTargets();
const engines = createCheckEngines({ permit: () => null });

async function run(work: string, tls: SpecOf<"tls">["tls"], notes: string): Promise<void> {
  const specs = targets.addresses.map((address): SpecOf<"tls"> => {
    return { type: "tls", target: `${address}:${targets.tlsPort}`, tls };
  });
  let next = 0;
  const once = async (): Promise<boolean> => {
    const spec = specs[next++ % specs.length];
    if (spec === undefined) throw new Error("no targets");
    const { ok, cause } = await engines.check(spec, { timeoutMs: 5000 });
    if (!ok) process.stderr.write(`${cause}\n`);
    return ok;
  };
  const where = `${specs.length} targets (${targets.engine}), ECDSA P-256, TLS 1.3, never resumed`;
  await measure({ work, ...options, once, notes: `${where}; ${notes}` }, cores);
}

try {
  await run("tls handshake, verified", { ca: targets.certificate }, "chain, name and days left");
  await run("tls handshake, not verified", { verify: false }, "days left only");
} finally {
  await engines.close();
  await targets.close();
}
