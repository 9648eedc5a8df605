import { connect, isIP, type Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { type CheckOutcome, emptyOutcome, type Phases } from "#engines/check-types";
import { connectSecurely, explainHandshakeFailure, inspectServer } from "../certificates/index.ts";
import { type Asked, errorCode, failed, failureOutcome, noAnswer, peer } from "../failure.ts";
import type { NameCache, ResolvedAddress } from "../names/index.ts";
import type { Dialogue } from "./starttls/index.ts";
import type { TlsPlan } from "./tls-plan.ts";

/**
 * One handshake: connect, the talk of STARTTLS if any, handshake, judgement. `latencyMs` is connect plus handshake; the
 * talk and the lookup of the name are not in it.
 */
export async function checkTls(
  plan: TlsPlan,
  names: NameCache,
  underWay: Set<Handshake>,
  timeoutMs: number,
): Promise<CheckOutcome> {
  const startedAt = performance.now();
  const asked: Asked = { target: plan.demands.whom, address: null, timeoutMs };
  const phases: Phases = {};
  try {
    let address = names.known(plan.host, plan.family);
    if (address === null) {
      address = await names.resolve(plan.host, plan.family, timeoutMs);
      phases.dnsMs = performance.now() - startedAt;
    }
    if (isIP(plan.host) === 0) asked.address = address.address;
    const leftMs = timeoutMs - (performance.now() - startedAt);
    return await new Promise((settle) => {
      const handshake = new Handshake(plan, asked, phases, (outcome) => {
        underWay.delete(handshake);
        settle(outcome);
      });
      underWay.add(handshake);
      handshake.begin(address, leftMs);
    });
  } catch (error) {
    return failureOutcome(error, asked);
  }
}

/** A handshake under way; it settles once. */
export class Handshake {
  private readonly plan: TlsPlan;
  private readonly asked: Asked;
  private readonly phases: Phases;
  private readonly settle: (outcome: CheckOutcome) => void;
  private plain: Socket | null = null;
  private secure: TLSSocket | null = null;
  private dialogue: Dialogue | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stageStartedAt = 0;
  private outcome: CheckOutcome | null = null;
  private released = false;

  constructor(
    plan: TlsPlan,
    asked: Asked,
    phases: Phases,
    settle: (outcome: CheckOutcome) => void,
  ) {
    this.plan = plan;
    this.asked = asked;
    this.phases = phases;
    this.settle = settle;
  }

  begin({ address: host }: ResolvedAddress, leftMs: number): void {
    this.timer = setTimeout(() => this.release(this.outcome ?? this.stalled()), leftMs);
    this.stageStartedAt = performance.now();
    const to = { host, port: this.plan.port };
    if (this.plan.begin === null) {
      this.shakeHands(to).once("connect", () => this.connected());
      return;
    }
    const dialogue = (this.dialogue = this.plan.begin());
    const socket = (this.plain = connect(to));
    socket.on("error", (error) => this.broken(error));
    socket.on("end", () => this.finish(this.hungUp()));
    socket.on("data", (bytes) => {
      this.attempt(() => this.talk(dialogue, socket, Buffer.from(bytes)));
    });
    socket.once("connect", () => {
      this.connected();
      if (dialogue.opening !== null) socket.write(dialogue.opening);
    });
  }

  /** Ends it before its time. */
  stop(): void {
    this.release(this.failed("internal", `the check of ${this.plan.demands.whom} was stopped`));
  }

  /** Works on what a peer sent: whatever that does to us ends this check and no other. */
  private attempt(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.finish(failureOutcome(error, this.asked, this.facts()));
    }
  }

  private connected(): void {
    const now = performance.now();
    this.phases.connectMs = now - this.stageStartedAt;
    this.stageStartedAt = now;
  }

  private talk(dialogue: Dialogue, socket: Socket, bytes: Buffer): void {
    const step = dialogue.receive(bytes);
    const whom = peer(this.asked);
    if (step.kind === "refused") return this.finish(this.failed("tls", `${whom} ${step.words}`));
    if (step.kind === "foreign") {
      return this.finish(this.failed("protocol", `${whom} ${step.words}`));
    }
    if (step.kind === "going") {
      if (step.send !== null) socket.write(step.send);
      return;
    }
    socket.removeAllListeners("data");
    socket.removeAllListeners("end");
    this.dialogue = null;
    this.stageStartedAt = performance.now();
    this.shakeHands(socket);
  }

  private shakeHands(to: { host: string; port: number } | Socket): TLSSocket {
    const { context, serverName } = this.plan;
    const socket = (this.secure = connectSecurely({ to, context, serverName }));
    socket.on("error", (error) => this.broken(error));
    socket.once("secureConnect", () => this.attempt(() => this.judge(socket)));
    return socket;
  }

  private judge(socket: TLSSocket): void {
    this.phases.tlsMs = performance.now() - this.stageStartedAt;
    const inspection = inspectServer(socket, this.plan.demands, Date.now());
    const facts: Partial<CheckOutcome> = {
      ...this.facts(),
      ...inspection.facts,
      latencyMs: (this.phases.connectMs ?? 0) + this.phases.tlsMs,
    };
    const why = inspection.untrusted ?? inspection.endsSoon;
    this.finish(
      why === null ? { ...emptyOutcome, ...facts, ok: true } : failed("certificate", why, facts),
    );
  }

  private broken(error: unknown): void {
    const explained = explainHandshakeFailure(error, peer(this.asked));
    if (explained !== null) return this.finish(this.failed(...explained));
    if (
      this.secure !== null &&
      this.phases.connectMs !== undefined &&
      errorCode(error) === "ECONNRESET"
    ) {
      const cause = `${peer(this.asked)} closed the connection during the TLS handshake`;
      return this.finish(this.failed("reset", cause));
    }
    this.finish(failureOutcome(error, this.asked, this.facts()));
  }

  private hungUp(): CheckOutcome {
    const awaited = this.dialogue?.awaits ?? "the TLS handshake";
    return this.failed("reset", `${peer(this.asked)} closed the connection before ${awaited}`);
  }

  private stalled(): CheckOutcome {
    const outcome = noAnswer(this.asked, this.facts());
    if (this.phases.connectMs === undefined) return outcome;
    const missing = this.dialogue?.awaits ?? "its part of the TLS handshake";
    return { ...outcome, cause: `${outcome.cause}: connected, but ${missing} did not come` };
  }

  private failed(...[code, cause]: Parameters<typeof failed>): CheckOutcome {
    return failed(code, cause, this.facts());
  }

  private facts(): Partial<CheckOutcome> {
    const { connectMs, dnsMs } = this.phases;
    const none = connectMs === undefined && dnsMs === undefined;
    return { address: this.asked.address, phases: none ? null : this.phases };
  }

  /** The first outcome stands. A finished handshake is taken leave of: servers log those that just vanish. */
  private finish(outcome: CheckOutcome): void {
    if (this.outcome !== null) return;
    this.outcome = outcome;
    if (this.secure === null || this.phases.tlsMs === undefined) this.release(outcome);
    else this.secure.end(() => this.release(outcome));
  }

  private release(outcome: CheckOutcome): void {
    if (this.released) return;
    this.released = true;
    if (this.timer !== null) clearTimeout(this.timer);
    this.secure?.destroy();
    this.plain?.destroy();
    this.settle(outcome);
  }
}
