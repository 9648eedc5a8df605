import { BerWriter } from "../codec/ber-writer.ts";
import { DecodeError } from "../codec/decode-error.ts";
import { oid } from "../codec/oid.ts";
import { namesOnly, type PlainPdu } from "../codec/pdu.ts";
import {
  decodeScopedPdu,
  decodeV3Message,
  encodeScopedPdu,
  encodeV3Message,
  type V3Message,
} from "../codec/v3-message.ts";
import { identified, type Request, type Security, type Verdict } from "../session/security.ts";
import { sign, verify } from "./digest.ts";
import { type Engine, engineTime } from "./engine.ts";
import type { KeyCache } from "./keys.ts";
import { decrypt, encrypt, type Encrypted } from "./privacy.ts";
import { authRules } from "./protocols.ts";
import { refusalWords } from "./refusal-words.ts";
import { reportOf } from "./reports.ts";
import { levelOf, type UsmUser } from "./user.ts";

/** Where an engine is remembered between checks: one place per device. */
export interface EnginePlace {
  engine: Engine | null;
}

const writer = new BerWriter();
const nothing = Buffer.alloc(0);
const maxMessageSize = 65_507;
const probeRequest: Request = { type: "get", varbinds: namesOnly([oid("1.3.6.1.2.1.1.3.0")]) };
const discovery: Request = { type: "get", varbinds: [] };

/** The User-based Security Model (RFC 3414) for one user and one device. */
export class UsmSecurity implements Security {
  readonly version = 3;
  readonly #user: UsmUser;
  readonly #keys: KeyCache;
  readonly #place: EnginePlace;
  readonly #now: () => number;
  /** The agent told its engine in this conversation: so it lives, whatever else it does not answer. */
  #discovered = false;
  /** The agent answered under user and authentication, but without encryption. */
  #provenWithoutPrivacy = false;

  /** `now` gives monotonic milliseconds. */
  constructor(user: UsmUser, keys: KeyCache, place: EnginePlace, now: () => number) {
    this.#user = user;
    this.#keys = keys;
    this.#place = place;
    this.#now = now;
  }

  encode(request: Request, id: number): Buffer {
    const { engine } = this.#place;
    return engine === null ? this.#discovery(id) : this.#encode(request, id, engine, this.#user);
  }

  decode(datagram: Buffer, id: number): Verdict {
    const message = decodeV3Message(datagram);
    const opened = this.#open(message);
    if (typeof opened === "string") return { kind: "ignored", code: "credentials", words: opened };
    if (opened.requestId !== id && opened.type === "response") {
      return { kind: "ignored", code: "protocol", words: "answers with another request id" };
    }
    if (opened.type === "report") return this.#takeReport(message, opened);
    const { engine } = this.#place;
    const wanted =
      message.auth === (this.#user.auth !== null) && message.priv === (this.#user.priv !== null);
    if (engine === null || !wanted) {
      const words = `answers at another security level than ${levelOf(this.#user)}`;
      return { kind: "ignored", code: "credentials", words };
    }
    if (!message.engineId.equals(engine.id) || !message.user.equals(Buffer.from(this.#user.name))) {
      return { kind: "ignored", code: "protocol", words: "answers for another engine or user" };
    }
    if (message.auth) this.#setClock(engine, message);
    return { kind: "answer", pdu: opened };
  }

  encodeProbe(id: number): Buffer | null {
    const { engine } = this.#place;
    if (engine === null || !this.#discovered || this.#user.priv === null) return null;
    return this.#encode(probeRequest, id, engine, { ...this.#user, priv: null });
  }

  takeProbe(datagram: Buffer): void {
    const message = decodeV3Message(datagram);
    const opened = this.#open(message);
    if (typeof opened !== "string" && message.auth && opened.type === "response") {
      this.#provenWithoutPrivacy = true;
    }
  }

  /** Before the last try the engine is asked for anew: some agents are silent when addressed by an id of old. */
  retry(attempt: number): void {
    if (attempt >= 3 && !this.#discovered) this.#place.engine = null;
  }

  explainSilence(): ReturnType<Security["explainSilence"]> {
    const { name, priv, context } = this.#user;
    if (this.#provenWithoutPrivacy && priv !== null) {
      const words = `it accepts user ${JSON.stringify(name)} and the authentication password, but drops what is encrypted: wrong privacy password or protocol (${priv.protocol})`;
      return { code: "credentials", words };
    }
    if (this.#discovered) {
      const words = `it answers SNMPv3 discovery, but not requests of user ${JSON.stringify(name)} at level ${levelOf(this.#user)}${context === "" ? "" : ` in context ${JSON.stringify(context)}`}`;
      return { code: "credentials", words };
    }
    const words = "either it is down, or it has no SNMPv3, or its access list is wrong";
    return { code: "timeout", words };
  }

  #discovery(id: number): Buffer {
    const engine = { id: nothing, boots: 0, time: 0, at: this.#now() };
    return this.#encode(discovery, id, engine, { name: "", context: "", auth: null, priv: null });
  }

  #encode(request: Request, id: number, engine: Engine, user: UsmUser): Buffer {
    const { auth, priv } = user;
    const clock = {
      engineBoots: auth === null ? 0 : engine.boots,
      engineTime: auth === null ? 0 : engineTime(engine, this.#now()),
    };
    const plain = encodeScopedPdu(writer, {
      contextEngineId: engine.id,
      contextName: Buffer.from(user.context, "utf8"),
      pdu: identified(request, id),
    });
    let body: Encrypted = { payload: plain, privParams: nothing };
    if (auth !== null && priv !== null) {
      const key = this.#keys.privKey(priv.protocol, auth.protocol, priv.password, engine.id);
      body = encrypt(priv.protocol, key, clock, plain);
    }
    const header = {
      ...clock,
      msgId: id,
      maxSize: maxMessageSize,
      auth: auth !== null,
      priv: priv !== null,
      reportable: true,
      engineId: engine.id,
      user: Buffer.from(user.name, "utf8"),
      privParams: body.privParams,
    };
    const digestLength = auth === null ? 0 : authRules[auth.protocol].digestLength;
    const { bytes, digestAt } = encodeV3Message(writer, header, body.payload, digestLength);
    if (auth !== null) {
      const key = this.#keys.authKey(auth.protocol, auth.password, engine.id);
      sign(auth.protocol, key, bytes, digestAt);
    }
    return bytes;
  }

  /** Verifies and decrypts; a string says why the message is not to be believed. @throws DecodeError */
  #open(message: V3Message): PlainPdu | string {
    const { auth, priv } = this.#user;
    const { engine } = this.#place;
    let plain = message.payload;
    if (message.auth) {
      // Keys are made for the engine that was asked only: a stranger's ids must not cost hashing or cache.
      if (auth === null || engine === null || !message.engineId.equals(engine.id)) {
        return "answers under an authentication that was not asked for";
      }
      const key = this.#keys.authKey(auth.protocol, auth.password, engine.id);
      if (!verify(auth.protocol, key, message)) return "answers with a wrong digest";
      if (message.priv) {
        if (priv === null) return "answers with an encryption that was not asked for";
        const secret = this.#keys.privKey(priv.protocol, auth.protocol, priv.password, engine.id);
        plain = decrypt(priv.protocol, secret, message, message);
      }
    }
    const { pdu } = decodeScopedPdu(plain);
    if (pdu.type === "response" || pdu.type === "report") return pdu;
    throw new DecodeError(`a request was answered with a ${pdu.type} PDU`);
  }

  #takeReport(message: V3Message, pdu: PlainPdu): Verdict {
    const report = reportOf(pdu.varbinds);
    if (report === "unknownEngineId") {
      if (message.engineId.length === 0) {
        return { kind: "ignored", code: "protocol", words: "reports an empty engine id" };
      }
      this.#place.engine = { id: Buffer.from(message.engineId), boots: 0, time: 0, at: 0 };
      this.#setClock(this.#place.engine, message);
      this.#discovered = true;
      return { kind: "again" };
    }
    if (report === "notInTimeWindow" && this.#place.engine !== null) {
      this.#setClock(this.#place.engine, message);
      return { kind: "again" };
    }
    return { kind: "refused", ...refusalWords(report, this.#user) };
  }

  #setClock(engine: Engine, message: V3Message): void {
    engine.boots = message.engineBoots;
    engine.time = message.engineTime;
    engine.at = this.#now();
  }
}
