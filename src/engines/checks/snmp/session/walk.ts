import { compareOids, formatOid, isBelow, type Oid } from "../codec/oid.ts";
import { namesOnly, type PlainPdu } from "../codec/pdu.ts";
import type { Varbind } from "../codec/varbind.ts";
import type { Answer, Conversation } from "./conversation.ts";
import { errorFailure, genErr, noSuchName, tooBig } from "./error-status.ts";
import { SnmpFailure } from "./failure.ts";
import type { Request } from "./security.ts";

export interface WalkOptions {
  /** Columns of tables, or any subtrees, walked side by side. They are moved: a walk that failed can be taken up again. */
  cursors: WalkCursor[];
  /** Objects without their `.0` whose value comes along with every answer, for a time stamp that belongs to it. */
  scalars?: readonly Oid[];
  /** Per column; the rest is left unread. */
  maxRows: number;
  /** `index` is what follows the column in the varbind's name, encoded as an {@link Oid} is. */
  visit(column: number, index: string, varbind: Varbind): void;
  visitScalar?(varbind: Varbind): void;
}

/** How far the walk of a subtree has come. */
export interface WalkCursor {
  readonly column: number;
  readonly root: Oid;
  at: Oid;
  rows: number;
  done: boolean;
}

/** Cursors at the beginning of each subtree. */
export function startOf(columns: readonly Oid[]): WalkCursor[] {
  return columns.map((root, column) => ({ column, root, at: root, rows: 0, done: false }));
}

/**
 * Walks subtrees with GETBULK (GETNEXT in v1), as much at a time as the device manages. What was read before a failure has
 * been visited.
 * @returns why the walk is not complete, to go on after the device's name, or `null`
 * @throws SnmpFailure, or the system's error when there is no way to the device
 */
export async function walk(
  conversation: Conversation,
  options: WalkOptions,
): Promise<string | null> {
  const scalars = options.scalars ?? [];
  let active = options.cursors.filter((cursor) => !cursor.done);
  let incomplete: string | null = null;
  while (active.length > 0) {
    const answer = await conversation.ask(() => request(conversation, scalars, active));
    const width = answer.request.varbinds.length - scalars.length;
    const taken =
      answer.pdu.errorStatus === 0
        ? takeRows(conversation, answer, active.slice(0, width), options)
        : takeError(conversation, answer.pdu, active.slice(0, width), scalars.length);
    incomplete ??= taken;
    // Those that had their turn go to the back: when a request has no room for all columns, they still advance together.
    active = [...active.slice(width), ...active.slice(0, width)].filter((cursor) => !cursor.done);
  }
  return incomplete;
}

function request(
  conversation: Conversation,
  scalars: readonly Oid[],
  active: readonly WalkCursor[],
): Request {
  const room = Math.max(1, conversation.window.size - scalars.length);
  const cursors = active.slice(0, room);
  const varbinds = namesOnly([...scalars, ...cursors.map((cursor) => cursor.at)]);
  if (conversation.version === 1) return { type: "getNext", varbinds };
  const maxRepetitions = Math.floor(room / cursors.length);
  return { type: "getBulk", nonRepeaters: scalars.length, maxRepetitions, varbinds };
}

function takeRows(
  conversation: Conversation,
  { pdu, request: asked, octets }: Answer,
  cursors: readonly WalkCursor[],
  options: WalkOptions,
): string | null {
  const { varbinds } = pdu;
  const skip = asked.varbinds.length - cursors.length;
  const repetitions = asked.type === "getBulk" ? asked.maxRepetitions : 1;
  const most = skip + cursors.length * repetitions;
  if (varbinds.length <= skip || varbinds.length > most) {
    throw new SnmpFailure(
      "protocol",
      `${conversation.peer} answers with ${varbinds.length} objects where up to ${most} were asked for`,
    );
  }
  let incomplete: string | null = null;
  for (const [at, varbind] of varbinds.entries()) {
    const cursor = cursors[(at - skip) % cursors.length];
    if (cursor === undefined) options.visitScalar?.(varbind);
    else if (!cursor.done) incomplete ??= advance(cursor, varbind, options);
  }
  conversation.learn({ kind: "answered", asked: most, got: varbinds.length, octets });
  return incomplete;
}

function advance(cursor: WalkCursor, varbind: Varbind, options: WalkOptions): string | null {
  const { root } = cursor;
  cursor.done = true;
  if (varbind.value === null || !isBelow(varbind.oid, root)) return null;
  if (compareOids(varbind.oid, cursor.at) <= 0) {
    return `walks in circles at ${formatOid(varbind.oid)}`;
  }
  if (cursor.rows >= options.maxRows) {
    return `has more than ${options.maxRows} rows in ${formatOid(root)}`;
  }
  cursor.done = false;
  cursor.rows++;
  cursor.at = varbind.oid;
  options.visit(cursor.column, varbind.oid.slice(root.length), varbind);
  return null;
}

function takeError(
  conversation: Conversation,
  pdu: PlainPdu,
  cursors: readonly WalkCursor[],
  scalars: number,
): string | null {
  const { errorStatus, errorIndex } = pdu;
  if (errorStatus === tooBig && conversation.window.size > 1) {
    conversation.learn({ kind: "overwhelmed" });
    return null;
  }
  const culprit = cursors[errorIndex - scalars - 1];
  if (culprit === undefined || (errorStatus !== noSuchName && errorStatus !== genErr)) {
    throw errorFailure(conversation.peer, pdu);
  }
  culprit.done = true; // in v1, noSuchName is how a walk ends
  return errorStatus === genErr ? `answers with genErr after ${formatOid(culprit.at)}` : null;
}
