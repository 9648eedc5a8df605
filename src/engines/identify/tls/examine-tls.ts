import type { TlsFacts } from "#engines/scan-types";
import type { IdentifyContext } from "../identify-context.ts";
import type { TlsTarget } from "./approach-server.ts";
import { certificateFacts } from "./certificate-facts.ts";
import { certificateWithin } from "./certificate-within.ts";
import { cipherName, isWeak, legacyCodes, modernCodes, weakCodesBesides } from "./cipher-suites.ts";
import { tls12, tls13, tlsVersions } from "./protocol-versions.ts";
import { type HelloOutcome, sayHello } from "./say-hello.ts";

/** So many connections are made to a port at most. */
const maxConnections = 8;
/** After so many hellos without any answer, or with one that is no TLS, the rest stays untested. */
const maxSilences = 2;

/** In {@link TlsFacts.untested}: not every weak suite was tried. */
const ciphersUntested = "ciphers";

/**
 * Finds out which protocols and which weak cipher suites a TLS server accepts, each really offered to it, and reads its
 * certificate. The hellos are our own, so nothing hangs on what OpenSSL still speaks here. `null` when what answers is no
 * TLS; where nothing answers, or the talk does not lead to TLS this time, every protocol is `untested`.
 */
export async function examineTls(target: TlsTarget, io: IdentifyContext): Promise<TlsFacts | null> {
  const look = new TlsLook(target, io);
  const first = await look.offer(tls13, modernCodes);
  // Who agreed to TLS and says something else just fails at it.
  if (first.kind === "foreign" && target.startTls === undefined) return null;
  for (const { code } of tlsVersions.toReversed()) {
    if (code !== tls13 && !look.verdicts.has(code)) await look.offer(code, legacyCodes);
  }
  await look.tryWeakCiphers();
  return look.facts(first.kind === "agrees" ? cipherName(first.cipher) : null);
}

class TlsLook {
  /** By version: accepted or refused. What is not there is not known. */
  readonly verdicts = new Map<number, boolean>();
  readonly #target: TlsTarget;
  readonly #io: IdentifyContext;
  readonly #weak = new Set<number>();
  #connections = 0;
  #silences = 0;
  #ciphersUntested = false;
  #certificate: Buffer | null = null;

  constructor(target: TlsTarget, io: IdentifyContext) {
    this.#target = target;
    this.#io = io;
  }

  get #exhausted(): boolean {
    return (
      this.#connections >= maxConnections ||
      this.#silences >= maxSilences ||
      this.#io.signal.aborted
    );
  }

  /** Offers a version and all below it, and learns from the answer. */
  async offer(version: number, ciphers: readonly number[]): Promise<HelloOutcome> {
    if (this.#exhausted) return { kind: "silent" };
    this.#connections++;
    const { hostName } = this.#io;
    const outcome = await sayHello(this.#target, { version, ciphers, hostName }, this.#io);
    if (outcome.kind === "silent" || outcome.kind === "foreign") this.#silences++;
    if (outcome.kind === "agrees" && outcome.version <= version) {
      // A server takes the newest version that both know: so it does not know those in between.
      for (const { code } of tlsVersions) {
        if (code > outcome.version && code <= version) this.verdicts.set(code, false);
      }
      this.verdicts.set(outcome.version, true);
      this.#certificate ??= outcome.certificate;
      if (isWeak(outcome.cipher)) this.#weak.add(outcome.cipher);
    }
    // Of a refusal, only the version at the top counts: some of old refuse what they should have negotiated down.
    const refused = outcome.kind === "refuses" || outcome.kind === "closed";
    if (refused && !this.verdicts.has(version)) this.verdicts.set(version, false);
    return outcome;
  }

  /**
   * Offers nothing but weak suites, and again without those of the chosen one's kind, until none is chosen. Done in the
   * newest and in the oldest version below 1.3, since some suites exist in one of them only.
   */
  async tryWeakCiphers(): Promise<void> {
    const accepted = [...this.verdicts].flatMap(([version, is]) =>
      is && version <= tls12 ? [version] : [],
    );
    for (const version of new Set([Math.max(...accepted), Math.min(...accepted)])) {
      if (!Number.isFinite(version)) return;
      for (;;) {
        const left = weakCodesBesides(this.#weak);
        if (left.length === 0) return;
        const outcome = await this.offer(version, left);
        if (outcome.kind === "refuses" || outcome.kind === "closed") break;
        const found = outcome.kind === "agrees" && left.includes(outcome.cipher);
        if (!found) {
          this.#ciphersUntested = true;
          return;
        }
      }
    }
  }

  async facts(cipher: string | null): Promise<TlsFacts> {
    const accepted = tlsVersions.filter(({ code }) => this.verdicts.get(code) === true);
    // One who refuses everything has a reason that is not known, such as a name that he wants to be asked by.
    const nothingAccepted = accepted.length === 0;
    const untested = tlsVersions.filter(({ code }) => nothingAccepted || !this.verdicts.has(code));
    const oldUntested = untested.some(({ code }) => code <= tls12);
    const ciphersTried = !nothingAccepted && !oldUntested && !this.#ciphersUntested;
    const certificate = await this.#certificateFacts(accepted.some(({ code }) => code === tls13));
    return {
      protocols: accepted.map(({ name }) => name),
      untested: [...untested.map(({ name }) => name), ...(ciphersTried ? [] : [ciphersUntested])],
      ...(cipher === null ? {} : { cipher }),
      weakCiphers: [...this.#weak].map(cipherName),
      ...(certificate === null ? {} : { certificate }),
    };
  }

  async #certificateFacts(speaksTls13: boolean) {
    if (this.#certificate === null && speaksTls13 && !this.#exhausted) {
      this.#certificate = await certificateWithin(this.#target, this.#io);
    }
    return this.#certificate === null ? null : certificateFacts(this.#certificate);
  }
}
