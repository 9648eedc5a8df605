import type { HostReport, PackageFacts, ServiceFacts } from "#engines/scan-types";

/** What one reply told. Absent means not told. */
export interface UdpAnswer {
  /** The service's name, as in `ServiceFacts`. */
  name: string;
  product?: string;
  version?: string;
  extraInfo?: string;
  cpes?: string[];
  banner?: string;
  package?: PackageFacts;
  observations?: ServiceFacts["observations"];
  /** How sure product and version are, per cent. */
  confidence: number;
  /** Names that the host gives itself. */
  names?: HostReport["names"];
  /** Lower case with colons. */
  mac?: string;
  /** What to ask next on the same port. */
  next?: UdpQuestion;
}

/** One datagram and the understanding of its reply. */
export interface UdpQuestion {
  datagram: Buffer;
  /**
   * Reads a datagram from the asked address; `null` when it does not answer this very question: another protocol, another
   * id, cut off. A RangeError, as reading beyond the end of a Buffer gives, counts as `null`, too.
   */
  read(reply: Buffer): UdpAnswer | null;
}

/** A protocol over UDP. */
export interface UdpProbe {
  /** Ports where it is usually found. On ports that no protocol claims, each one is tried. */
  ports: readonly number[];
  /** The reply may come from another port of the asked address (RFC 1350 section 4 demands it, some UPnP stacks do it). */
  repliesFromAnyPort?: true;
  /** Fresh questions, with ids that cannot be guessed. `address` and `port` are those that they will be sent to. */
  ask(address: string, port: number): UdpQuestion[];
}
