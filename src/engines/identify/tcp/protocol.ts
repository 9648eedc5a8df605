import type { StartTlsProtocol } from "#engines/checks";
import type { HttpFacts, Observation } from "#engines/scan-types";
import type { IdentifiedProduct } from "../products/product.ts";
import type { Line } from "./line.ts";
import type { TlsAttempt, Target } from "./visit.ts";

/** What a protocol's file found out. */
export interface Finding extends Partial<IdentifiedProduct> {
  /** Another name than the protocol's own: `docker` where it is spoken over HTTP. */
  name?: string;
  extraInfo?: string;
  observations?: Observation[];
  http?: HttpFacts;
  /** The name that the service gives its host: data of a stranger. */
  hostName?: string;
  /** It can be led to TLS on this connection, which is in clear. Absent: not known, or not one of those that can. */
  offersTls?: boolean;
  /** What identified it, where that reads better than the reply's first bytes. */
  banner?: string;
  /** What would have been asked next was not: it broke off, or time ran out. */
  unsettled?: boolean;
}

/** What an opening may depend on. */
export interface Asked extends Target {
  readonly hostName: string | null;
  readonly secure: boolean;
}

/** The means to look closer, once the protocol is known. */
export interface Talk {
  readonly asked: Asked;
  /** The connection on which it was recognised. */
  readonly line: Line;
  /** Another connection to the same port, as secure as the first; `null`: none is to be had. */
  another(): Promise<Line | null>;
  /** Makes a connection secure. */
  secure(line: Line): Promise<TlsAttempt>;
}

/** How one protocol is recognised. Everything that it is given comes from a stranger, and may be anything. */
export interface Protocol {
  /** As IANA or common usage names it. */
  readonly name: string;
  /** Its name over TLS, where it has one of its own. */
  readonly nameOverTls?: string;
  /** Ports on which it is asked for first. */
  readonly ports: readonly number[];
  /** Ports on which it is asked for first within TLS. */
  readonly tlsPorts?: readonly number[];
  /** The talk that leads to TLS, where it {@link Finding.offersTls offers} that. */
  readonly startTls?: StartTlsProtocol;
  /** What the client says first; absent: the server speaks first. */
  readonly opening?: (asked: Asked) => Uint8Array | string;
  /** Whether these bytes suffice to recognise it; a whole line unless told. */
  readonly whole?: (bytes: Buffer) => boolean;
  /** Reads the greeting, or the reply to its own opening. `null`: it is not this protocol. */
  readonly recognise: (bytes: Buffer) => Finding | null;
  /** Whether only this protocol says such a thing, whatever it was asked. */
  readonly betrays?: (bytes: Buffer) => boolean;
  /** Looks closer: tries, reads, and says good-bye. It adds to the finding made of the bytes; `null`: it was another protocol. */
  readonly examine?: (talk: Talk, found: Finding, bytes: Buffer) => Promise<Finding | null>;
}
