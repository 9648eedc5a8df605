import { userInfo } from "node:os";
import type { Config } from "#platform/config";
import type { Finding } from "./finding.ts";

const serverTimeoutMs = 5_000;
const icmpTimeoutMs = 5_000;

/** Looks whether the server answers, and says that it is ready. */
export async function examineServer({ host, port }: Config): Promise<Finding> {
  const subject = "server";
  const reachable = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  const address = `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
  try {
    const signal = AbortSignal.timeout(serverTimeoutMs);
    const reply = await fetch(`${address}/readyz`, { signal });
    const text = await reply.text();
    if (reply.ok) return { subject, verdict: "ok", text: `ready at ${address}` };
    return { subject, verdict: "failed", text: `${address} is not ready: ${text.slice(0, 300)}` };
  } catch (error) {
    const reason = error instanceof Error ? causeOf(error) : String(error);
    const text = `nothing answers at ${address} (${reason}); start it with vedette serve`;
    return { subject, verdict: "warning", text };
  }
}

/** What fetch failed of stands in its error's cause. */
function causeOf(error: Error): string {
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}

/** Looks whether this user may ping, in the way in which the collector does. */
export async function examineIcmp(): Promise<Finding> {
  const subject = "icmp";
  const { createCheckEngines } = await import("#engines/checks");
  const engines = createCheckEngines({ permit: () => null });
  try {
    const spec = { type: "icmp", target: "127.0.0.1", icmp: { packets: 1 } } as const;
    const { ok, cause } = await engines.check(spec, { timeoutMs: icmpTimeoutMs });
    if (!ok) return { subject, verdict: "failed", text: cause ?? "127.0.0.1 does not answer" };
    const { ipv4, ipv6 } = await engines.icmpMethods();
    const text = `user ${userInfo().username} may ping: IPv4 by ${ipv4 ?? "nothing"}, IPv6 by ${ipv6 ?? "nothing"}`;
    return { subject, verdict: "ok", text };
  } finally {
    await engines.close();
  }
}
