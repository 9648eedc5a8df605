import { BerWriter } from "./codec/ber-writer.ts";
import { decodeCommunityMessage, encodeCommunityMessage } from "./codec/community-message.ts";
import { DecodeError } from "./codec/decode-error.ts";
import { formatOid } from "./codec/oid.ts";
import { namesOnly } from "./codec/pdu.ts";
import { decodeV3Message, encodeScopedPdu, encodeV3Message } from "./codec/v3-message.ts";
import { sysDescr, sysName, sysObjectId } from "./mib/system.ts";
import { textOf } from "./mib/values.ts";
import { randomId } from "./session/random-id.ts";

/** One datagram to an agent, and the reading of its answer: for those who have their own way of sending it. */
export interface SnmpQuestion<Answer> {
  datagram: Buffer;
  /** `null` when the datagram answers something else, or is not SNMP at all. */
  read(reply: Buffer): Answer | null;
}

/** What an agent says of its device; `null`: it does not tell. */
export interface SnmpSystem {
  sysName: string | null;
  /** At most 1000 characters. */
  sysDescr: string | null;
  /** Dotted. */
  sysObjectId: string | null;
}

/** What an SNMPv3 engine tells everybody (RFC 3414 section 4). */
export interface SnmpEngine {
  engineId: Buffer;
  boots: number;
  /** Seconds since its last boot. */
  timeSec: number;
}

/** Asks for the system group under a community. Any answer, an error too, shows that the community was accepted. */
export function askSnmpSystem(version: 1 | 2, community: string): SnmpQuestion<SnmpSystem> {
  const requestId = randomId();
  const sent = version === 1 ? 0 : 1;
  const varbinds = namesOnly([sysDescr, sysName, sysObjectId]);
  const datagram = encodeCommunityMessage(new BerWriter(), {
    version: sent,
    community: Buffer.from(community, "utf8"),
    pdu: { type: "get", requestId, errorStatus: 0, errorIndex: 0, varbinds },
  });
  return {
    datagram,
    read: unlessBroken((reply) => {
      const { version: came, pdu } = decodeCommunityMessage(reply);
      if (came !== sent || pdu.type !== "response" || pdu.requestId !== requestId) return null;
      const values = new Map(pdu.varbinds.map((varbind) => [varbind.oid, varbind]));
      const id = values.get(sysObjectId);
      return {
        sysName: textOf(values.get(sysName)),
        sysDescr: textOf(values.get(sysDescr), 1000),
        sysObjectId: id?.type === "oid" ? formatOid(id.value) : null,
      };
    }),
  };
}

/** Asks for the engine's id, as everybody may. */
export function askSnmpEngine(): SnmpQuestion<SnmpEngine> {
  const msgId = randomId();
  const none = Buffer.alloc(0);
  const writer = new BerWriter();
  const scoped = encodeScopedPdu(writer, {
    contextEngineId: none,
    contextName: none,
    pdu: { type: "get", requestId: randomId(), errorStatus: 0, errorIndex: 0, varbinds: [] },
  });
  const header = {
    msgId,
    maxSize: 65_507,
    auth: false,
    priv: false,
    reportable: true,
    engineId: none,
    engineBoots: 0,
    engineTime: 0,
    user: none,
    privParams: none,
  };
  return {
    datagram: encodeV3Message(writer, header, scoped, 0).bytes,
    read: unlessBroken((reply) => {
      const message = decodeV3Message(reply);
      if (message.msgId !== msgId || message.engineId.length === 0) return null;
      const { engineId, engineBoots: boots, engineTime: timeSec } = message;
      return { engineId: Buffer.from(engineId), boots, timeSec };
    }),
  };
}

function unlessBroken<Answer>(read: (reply: Buffer) => Answer | null) {
  return (reply: Buffer): Answer | null => {
    try {
      return read(reply);
    } catch (error) {
      if (error instanceof DecodeError) return null;
      throw error;
    }
  };
}
