/** What comes over the line is not LDAP, or more of it than is taken. */
export class DamagedMessage extends Error {
  override readonly name = "DamagedMessage";
}

/** SEQUENCE, with which each message begins (RFC 4511 section 4.1.1). */
const sequence = 0x30;
/** Tag, number of bytes of the length, and at most four of them. */
const longestHead = 6;

/** Cuts a stream into LDAP messages, each in one piece. */
export interface MessageCutter {
  /**
   * Takes the next bytes of the stream. @returns the messages that are now complete
   * @throws DamagedMessage
   */
  push(piece: Buffer): Buffer[];
  /** Whether there is the beginning of a message. */
  readonly isInMessage: boolean;
}

/** @param mostBytes that a message may have; no more is ever kept */
export function createMessageCutter(mostBytes: number): MessageCutter {
  let pieces: Buffer[] = [];
  let length = 0;
  /** Of the message that the pieces begin; null: its head is not there. */
  let wanted: number | null = null;

  return {
    push(piece) {
      pieces.push(piece);
      length += piece.length;
      const messages: Buffer[] = [];
      if (wanted !== null && length < wanted) return messages;
      let rest = pieces.length === 1 ? piece : Buffer.concat(pieces);
      for (;;) {
        wanted = lengthOf(rest, mostBytes);
        if (wanted === null || rest.length < wanted) break;
        messages.push(rest.subarray(0, wanted));
        rest = rest.subarray(wanted);
      }
      pieces = rest.length === 0 ? [] : [rest];
      length = rest.length;
      return messages;
    },
    get isInMessage() {
      return length > 0;
    },
  };
}

/** Of the message that begins here, its head included; null: that cannot be told yet. */
function lengthOf(bytes: Buffer, mostBytes: number): number | null {
  const [tag, first] = bytes;
  if (tag !== undefined && tag !== sequence) {
    throw new DamagedMessage("what it says is not LDAP");
  }
  if (first === undefined) return null;
  if (first < 0x80) return 2 + first;
  const count = first - 0x80;
  if (count === 0 || count > longestHead - 2) {
    throw new DamagedMessage("what it says is not LDAP");
  }
  if (bytes.length < 2 + count) return null;
  const length = 2 + count + bytes.readUIntBE(2, count);
  if (length > mostBytes) {
    throw new DamagedMessage(`it sends a message of ${length} bytes, and ${mostBytes} are taken`);
  }
  return length;
}
