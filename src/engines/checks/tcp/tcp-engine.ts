import type { CheckContext, CheckEngine, CheckOutcome, SpecOf } from "#engines/check-types";
import { DeadlineWheel } from "#lib/deadline-wheel";
import { formatHostPort, parseHostPort } from "#lib/ip";
import { type Asked, failed, failureOutcome } from "../failure.ts";
import { InvalidRule } from "../http/status-ranges.ts";
import { parseTextRule } from "../http/text-rule.ts";
import type { NameCache, ResolvedAddress } from "../names/index.ts";
import { TcpCheck } from "./tcp-check.ts";

const tickMs = 20;

/** The engine for `tcp`: a fresh connection each time, and the banner if one is expected. */
export function createTcpEngine(options: { names: NameCache }): CheckEngine<"tcp"> {
  const { names } = options;
  const underWay = new Set<TcpCheck>();
  const wheel = new DeadlineWheel(performance.now(), tickMs);
  let ticker: NodeJS.Timeout | null = null;
  let closed = false;

  const tick = (): void => {
    wheel.advance(performance.now());
    if (wheel.size > 0 || ticker === null) return;
    clearInterval(ticker);
    ticker = null;
  };

  function connect(
    spec: SpecOf<"tcp">,
    to: ResolvedAddress,
    port: number,
    endAt: number,
    asked: Asked,
  ): Promise<CheckOutcome> {
    const banner = spec.tcp.banner === undefined ? null : parseTextRule("banner", spec.tcp.banner);
    return new Promise((resolve) => {
      const check = new TcpCheck(asked, banner, (done, outcome) => {
        wheel.remove(done);
        underWay.delete(done);
        resolve(outcome);
      });
      underWay.add(check);
      wheel.add(check, endAt);
      ticker ??= setInterval(tick, tickMs);
      check.start(to, port);
    });
  }

  async function resolveAndConnect(
    spec: SpecOf<"tcp">,
    host: string,
    port: number,
    endAt: number,
    asked: Asked,
  ): Promise<CheckOutcome> {
    const to = await names.resolve(host, spec.tcp.ipFamily, endAt - performance.now());
    if (closed) throw new Error("the TCP engine was closed");
    asked.address = to.address;
    return connect(spec, to, port, endAt, asked);
  }

  return {
    type: "tcp",
    check(spec, context: CheckContext) {
      const { timeoutMs } = context;
      const asked: Asked = { target: spec.target, address: null, timeoutMs };
      const endAt = performance.now() + timeoutMs;
      try {
        if (closed) throw new Error("the TCP engine was closed");
        const { host, port } = parseHostPort(spec.target);
        asked.target = formatHostPort(host, port);
        const to = names.known(host, spec.tcp.ipFamily);
        if (to === null) {
          return resolveAndConnect(spec, host, port, endAt, asked).catch((error: unknown) =>
            explain(error, asked),
          );
        }
        if (to.address !== host) asked.address = to.address;
        return connect(spec, to, port, endAt, asked);
      } catch (error) {
        return Promise.resolve(explain(error, asked));
      }
    },
    async close() {
      closed = true;
      for (const check of underWay) check.failedWith(new Error("the TCP engine was closed"));
      if (ticker !== null) clearInterval(ticker);
      ticker = null;
    },
  };
}

function explain(error: unknown, asked: Asked): CheckOutcome {
  if (error instanceof InvalidRule) return failed(error.about, error.message);
  return failureOutcome(error, asked);
}
