/** How many HTTP checks a collector makes: whole checks through the registry, a fresh connection each. */
import type { SpecOf } from "#engines/check-types";
import { createCheckEngines } from "#engines/checks";
import { benchOptions, measure, pinToFirstCore } from "./support/measure.ts";
import { startTargets, tlsName } from "./support/targets.ts";

const cores = pinToFirstCore();
const options = benchOptions({ seconds: 8, runs: 3, concurrency: 32 });
const targets = await startTargets();
const engines = createCheckEngines({ permit: () => null });

async function run(work: string, specs: readonly SpecOf<"http">[], notes: string): Promise<void> {
  let next = 0;
  const once = async (): Promise<boolean> => {
    const spec = specs[next++ % specs.length];
    if (spec === undefined) throw new Error("no targets");
    const { ok, cause } = await engines.check(spec, { timeoutMs: 5000 });
    if (!ok) process.stderr.write(`${cause}\n`);
    return ok;
  };
  const where = `${specs.length} targets (${targets.engine})`;
  await measure({ work, ...options, once, notes: `${where}; ${notes}` }, cores);
}

function specs(scheme: "http" | "https", http: SpecOf<"http">["http"]): SpecOf<"http">[] {
  const port = scheme === "http" ? targets.httpPort : targets.tlsPort;
  return targets.addresses.map((address) => ({
    type: "http",
    target: `${scheme}://${address}:${port}/`,
    http,
  }));
}

try {
  await run("http GET", specs("http", {}), "status only");
  await run("http GET, body", specs("http", { bodyMatch: "ok" }), "status and body text");
  await run("https GET", specs("https", { ca: targets.certificate }), `verified, ${tlsName}`);
} finally {
  await engines.close();
  await targets.close();
}
