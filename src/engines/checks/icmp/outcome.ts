import { networkInterfaces } from "node:os";
import { getSystemErrorName } from "node:util";
import { type CheckOutcome, emptyOutcome } from "#engines/check-types";
import { formatIpBytes } from "#lib/ip";
import { type Asked, failed, failureOutcome, peer } from "../failure.ts";
import type { EchoProblem, EchoResult } from "./echo-check.ts";
import { errorWords } from "./echo-packet.ts";

/** What the pings of one check mean. Down is only what lost every packet; loss and jitter are figures. */
export function icmpOutcome(result: EchoResult, packets: number, asked: Asked): CheckOutcome {
  const { sent, received, problem } = result;
  if (received > 0) {
    return {
      ...emptyOutcome,
      ok: true,
      latencyMs: result.meanMs,
      lossPercent: ((sent - received) / sent) * 100,
      jitterMs: result.jitterMs < 0 ? null : result.jitterMs,
      address: asked.address,
    };
  }
  const facts = { address: asked.address, lossPercent: 100 };
  if (problem !== null) return problemOutcome(problem, asked, facts);
  const seconds = `${Math.round(asked.timeoutMs / 10) / 100} s`;
  if (sent === 0) {
    return failed(
      "internal",
      `this collector could not send a packet to ${peer(asked)} within ${seconds}`,
      { address: asked.address },
    );
  }
  const count = packets === 1 ? "1 packet" : `${packets} packets`;
  return failed("timeout", `no answer from ${peer(asked)} to ${count} within ${seconds}`, facts);
}

function problemOutcome(
  problem: EchoProblem,
  asked: Asked,
  facts: Partial<CheckOutcome>,
): CheckOutcome {
  const whom = peer(asked);
  if (problem.kind === "errno") {
    const code = getSystemErrorName(-problem.errno);
    return failureOutcome(Object.assign(new Error(code), { code }), asked, facts);
  }
  if (problem.kind === "said") {
    return failed("unreachable", `${whom} is unreachable: ${problem.words}`, facts);
  }
  const { type, code, from } = problem.error;
  const reporter = formatIpBytes(from);
  const words = errorWords(problem.family, type, code);
  const reason = isOwn(reporter)
    ? `nobody on the local network of this collector answers for it (${words})`
    : `${reporter} answers "${words}"`;
  return failed("unreachable", `${whom} is unreachable: ${reason}`, facts);
}

/** When neighbour discovery fails, this machine itself is who reports it. */
function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((list) =>
    list?.some((each) => each.address === address),
  );
}
