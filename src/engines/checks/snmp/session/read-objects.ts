import type { Oid } from "../codec/oid.ts";
import { namesOnly, type PlainPdu } from "../codec/pdu.ts";
import type { Varbind } from "../codec/varbind.ts";
import type { Conversation } from "./conversation.ts";
import { errorFailure, genErr, noSuchName, tooBig } from "./error-status.ts";
import { SnmpFailure } from "./failure.ts";

/** Called once for each object; one that the agent lacks comes as `noSuchInstance`, in v1 too. */
export type Visit = (varbind: Varbind) => void;

/**
 * Reads exact instances, as many in one request as the device manages. `stamp` is read along with each request and visited
 * before what it came with. What was read before a failure has been visited.
 * @throws SnmpFailure, or the system's error when there is no way to the device
 */
export async function readObjects(
  conversation: Conversation,
  oids: readonly Oid[],
  visit: Visit,
  stamp?: Oid,
): Promise<void> {
  const left = [...oids];
  const head = stamp === undefined ? [] : [stamp];
  while (left.length > 0) {
    const { pdu } = await conversation.ask(() => {
      const room = Math.max(1, conversation.window.size - head.length);
      return { type: "get", varbinds: namesOnly([...head, ...left.slice(0, room)]) };
    });
    if (pdu.errorStatus !== 0) takeError(conversation, pdu, head, left, visit);
    else takeObjects(conversation.peer, pdu, head, left, visit);
  }
}

function takeObjects(
  peer: string,
  { varbinds }: PlainPdu,
  head: readonly Oid[],
  left: Oid[],
  visit: Visit,
): void {
  const same = varbinds.every(
    (varbind, at) => varbind.oid === (head[at] ?? left[at - head.length]),
  );
  if (varbinds.length <= head.length || !same) {
    throw new SnmpFailure("protocol", `${peer} answers with other objects than it was asked for`);
  }
  left.splice(0, varbinds.length - head.length);
  for (const varbind of varbinds) visit(varbind);
}

function takeError(
  conversation: Conversation,
  pdu: PlainPdu,
  head: Oid[],
  left: Oid[],
  visit: Visit,
): void {
  const { errorStatus, errorIndex } = pdu;
  if (errorStatus === tooBig && conversation.window.size > 1 && left.length > 1) {
    return conversation.learn({ kind: "overwhelmed" });
  }
  const list = errorIndex <= head.length ? head : left;
  const at = errorIndex - 1 - (list === head ? 0 : head.length);
  const culprit = list[at];
  if ((errorStatus !== noSuchName && errorStatus !== genErr) || culprit === undefined) {
    throw errorFailure(conversation.peer, pdu);
  }
  // One bad object spoils the whole of a v1 request: the others are asked for again without it.
  list.splice(at, 1);
  visit({ oid: culprit, type: "noSuchInstance", value: null });
}
