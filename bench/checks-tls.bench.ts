/** How many TLS handshakes one core makes and verifies: `node bench/checks-tls.bench.ts [--sec N] [--runs N]`. */
import type { SpecOf } from "#engines/check-types";
import { createNameCache } from "../src/engines/checks/names/index.ts";
import { createTlsEngine } from "../src/engines/checks/tls/index.ts";
import { benchOptions, measure, pinToFirstCore } from "./support/measure.ts";
import { startTargets } from "./support/targets.ts";

const cores = pinToFirstCore();
const options = benchOptions({ seconds: 8, runs: 3, concurrency: 32 });
const targets = await startTargets();
const names = createNameCache({ permit: () => null });
const engine = createTlsEngine({ names });

async function run(work: string, tls: SpecOf<"tls">["tls"], notes: string): Promise<void> {
  const specs = targets.addresses.map((address): SpecOf<"tls"> => {
    return { type: "tls", target: `${address}:${targets.tlsPort}`, tls };
  });
  let next = 0;
  const once = async (): Promise<boolean> => {
    const spec = specs[next++ % specs.length];
    if (spec === undefined) throw new Error("no targets");
    return (await engine.check(spec, { timeoutMs: 5000 })).ok;
  };
  const where = `${specs.length} targets (${targets.engine}), ECDSA P-256, TLS 1.3, never resumed`;
  await measure({ work, ...options, once, notes: `${where}; ${notes}` }, cores);
}

try {
  await run("tls handshake, verified", { ca: targets.certificate }, "chain, name and days left");
  await run("tls handshake, not verified", { verify: false }, "days left only");
} finally {
  await engine.close();
  names.close();
  await targets.close();
}
