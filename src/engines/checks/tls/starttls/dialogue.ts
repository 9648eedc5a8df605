/** What to do after bytes came. */
export type Step =
  | { kind: "going"; send: Buffer | null } // send this, if anything, and wait for more
  | { kind: "ready" } // the handshake may begin
  | { kind: "refused"; words: string } // the peer speaks the protocol, but will not do TLS
  | { kind: "foreign"; words: string }; // the peer does not speak the protocol

/**
 * The talk in clear before a TLS handshake, as a machine without sockets: bytes go in, a step comes out. However the
 * bytes are cut into pieces, the end is the same; but bytes that come along with the server's agreement are foreign,
 * since nobody may slip commands in before TLS begins.
 */
export interface Dialogue {
  /** What is sent as soon as the connection stands; `null` when the server speaks first. */
  readonly opening: Buffer | null;
  /** What it waits for now, to say so when it never comes: `its SMTP greeting`. */
  readonly awaits: string;
  receive(bytes: Buffer): Step;
}

export const wait: Step = { kind: "going", send: null };
export const ready: Step = { kind: "ready" };

/** Sends one command line. */
export function say(command: string): Step {
  return { kind: "going", send: Buffer.from(`${command}\r\n`, "latin1") };
}

/** `words` go on from the peer's name: `does not speak SMTP`. */
export function foreign(words: string): Step {
  return { kind: "foreign", words };
}

/** `words` go on from the peer's name: `does not offer STARTTLS`. */
export function refused(words: string): Step {
  return { kind: "refused", words };
}

/** A peer's words as part of a cause: one line, shortened, control characters escaped. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 120 ? `${text.slice(0, 120)}…` : text);
}
