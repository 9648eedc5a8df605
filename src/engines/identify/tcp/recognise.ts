import type { Line, Reply } from "./line.ts";
import type { Asked, Finding, Protocol, Talk } from "./protocol.ts";
import { type ListenStep, planFor, type Step, type TlsStep, tlsStep } from "./plan.ts";
import { protocols } from "./registry.ts";
import { wantsTls } from "./protocols/http.ts";
import { hasLine } from "../bytes.ts";
import type { Visit } from "./visit.ts";

/** What became of a port. */
export interface Recognised {
  readonly protocol: Protocol | null;
  readonly finding: Finding | null;
  /** It speaks TLS from the first byte. */
  readonly secure: boolean;
  /** What it said first. */
  readonly said: Buffer;
  /** Not everything was tried that could have been. */
  readonly cutShort: boolean;
}

/** How long a reply to an opening is waited for, in milliseconds: of the likely protocol, and of others. */
const likelyMs = 5_000;
const guessMs = 1_500;
const tlsGuessMs = 2_500;

/** Takes the steps of the port's plan until one of them recognises the service. */
export async function recognise(visit: Visit): Promise<Recognised> {
  return new Search(visit).run();
}

class Search {
  readonly #visit: Visit;
  readonly #steps: Step[];
  readonly #asked = new Set<Protocol>();
  #said: Buffer = Buffer.alloc(0);
  #secure = false;
  /** How often it hung up before anything was said, and on what was said after that: it wants to talk to nobody. */
  #shut = 0;

  constructor(visit: Visit) {
    this.#visit = visit;
    this.#steps = [...planFor(visit.target.port)];
  }

  async run(): Promise<Recognised> {
    for (let step = this.#steps.shift(); step !== undefined; step = this.#steps.shift()) {
      if (!this.#visit.mayConnect) break;
      const found = await this.#take(step);
      if (found !== null) return this.#result(found.protocol, found.finding);
      if (this.#visit.cutShort || this.#shut >= 2) break;
    }
    return this.#result(null, null);
  }

  #result(protocol: Protocol | null, finding: Finding | null): Recognised {
    const cutShort = this.#visit.cutShort || this.#steps.length > 0;
    return { protocol, finding, secure: this.#secure, said: this.#said, cutShort };
  }

  async #take(step: Step): Promise<Found | null> {
    if (step.kind === "tls") return this.#tls(step);
    if (step.kind === "ask") {
      if (this.#asked.has(step.protocol)) return null;
      const line = await this.#visit.connect();
      return line === null ? null : this.#ask(line, step.protocol, step.likely);
    }
    const line = await this.#visit.connect();
    if (line === null) return null;
    return this.#listen(line, step);
  }

  /** Waits for a greeting; when none comes, the same connection serves for the question that suits most ports. */
  async #listen(line: Line, step: ListenStep): Promise<Found | null> {
    const whole = step.protocol?.whole ?? hasLine;
    const greeting = await line.hear({ whole, firstMs: step.waitMs });
    if (greeting.bytes.length > 0) return this.#hear(line, greeting, step.protocol, true);
    if (line.closed) {
      this.#shut += 1;
      return null;
    }
    const next = step.thenAsk;
    return next === null || this.#asked.has(next) ? null : this.#ask(line, next, false);
  }

  async #ask(line: Line, protocol: Protocol, likely: boolean): Promise<Found | null> {
    this.#asked.add(protocol);
    const { opening } = protocol;
    if (opening !== undefined) line.say(opening(this.#about(line)));
    const reply = await line.hear({
      whole: protocol.whole ?? hasLine,
      firstMs: likely || opening === undefined ? likelyMs : guessMs,
    });
    if (reply.bytes.length === 0) {
      if (reply.ending === "closed" && this.#shut > 0) this.#shut += 1;
      return null;
    }
    return this.#hear(line, reply, protocol, opening === undefined);
  }

  /**
   * @param expected the protocol that was asked for, or that is likely here
   * @param unspoilt nothing was said on this line yet, so that any protocol may go on with it
   */
  async #hear(
    line: Line,
    reply: Reply,
    expected: Protocol | null,
    unspoilt: boolean,
  ): Promise<Found | null> {
    const { bytes } = reply;
    if (this.#said.length === 0) this.#said = bytes;
    if (!line.secure && wantsTls(bytes)) {
      this.#steps.unshift({ ...tlsStep([]), likely: true });
      return null;
    }
    if (expected !== null) {
      const found = await this.#examined(line, expected, bytes);
      if (found !== null) return found;
    }
    const other = protocols.find(
      (protocol) => protocol !== expected && protocol.betrays?.(bytes) === true,
    );
    if (other === undefined) return null;
    const goesOn = other.opening === undefined && (unspoilt || other.examine === undefined);
    return goesOn ? this.#examined(line, other, bytes) : this.#askAnew(line.secure, other);
  }

  /** It gave itself away in reply to something else: what was said to it before must not disturb its own talk. */
  async #askAnew(secure: boolean, protocol: Protocol): Promise<Found | null> {
    if (this.#asked.has(protocol)) return null;
    const { line } = secure
      ? await this.#visit.connectTls()
      : { line: await this.#visit.connect() };
    return line === null ? null : this.#ask(line, protocol, true);
  }

  /** What these bytes and a closer look say, if they are this protocol's. */
  async #examined(line: Line, protocol: Protocol, bytes: Buffer): Promise<Found | null> {
    const recognised = protocol.recognise(bytes);
    if (recognised === null) return null;
    this.#said = bytes;
    if (protocol.examine === undefined) return { protocol, finding: recognised };
    const talk: Talk = {
      asked: this.#about(line),
      line,
      another: async () =>
        line.secure ? (await this.#visit.connectTls()).line : this.#visit.connect(),
      secure: (other) => this.#visit.secure(other),
    };
    const finding = await protocol.examine(talk, recognised, bytes);
    return finding === null ? null : { protocol, finding };
  }

  async #tls(step: TlsStep): Promise<Found | null> {
    const asks = step.protocols;
    const { line, spoken } = await this.#visit.connectTls(step.likely ? likelyMs : tlsGuessMs);
    if (!spoken) return null;
    this.#secure = true;
    // From here on every talk is one within TLS.
    this.#steps.splice(0);
    let current = line;
    for (const protocol of asks) {
      if (current === null) break;
      const found = await this.#ask(current, protocol, true);
      if (found !== null) return found;
      if (protocol !== asks.at(-1)) current = (await this.#visit.connectTls()).line;
    }
    return null;
  }

  #about(line: Line): Asked {
    const { address, port } = this.#visit.target;
    return { address, port, hostName: this.#visit.io.hostName, secure: line.secure };
  }
}

interface Found {
  readonly protocol: Protocol;
  readonly finding: Finding;
}
