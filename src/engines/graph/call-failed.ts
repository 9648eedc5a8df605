import { printableLine, shortened } from "#lib/printable";

/** There was no answer that could be read. The message says why, as the rest of a sentence that names the host. */
export class CallFailed extends Error {
  override readonly name = "CallFailed";
  /** Whether another attempt may be answered. */
  readonly mayPass: boolean;

  constructor(message: string, mayPass: boolean, options?: ErrorOptions) {
    super(message, options);
    this.mayPass = mayPass;
  }
}

/** An address must not be connected to; the message names it and says why. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";

  /** @param reason a sentence without its end. */
  constructor(address: string, reason: string) {
    super(
      `${address} must not be connected to: ${reason}; change the targets of the probe, or let another one read the directory`,
    );
  }
}

/** Of certificates and names another attempt says nothing else. */
const lasting =
  /^(ENOTFOUND|EPROTO|ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_)/;

const unknownAuthority =
  "has a certificate of an authority that is not known here; set NODE_EXTRA_CA_CERTS to the file of your CA";

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: "has no address by DNS; check how it is spelled, and the name servers of the probe",
  EAI_AGAIN: "cannot be looked up: DNS does not answer",
  ECONNREFUSED: "refuses the connection",
  ECONNRESET: "cut the connection",
  EHOSTUNREACH: "cannot be reached: there is no way to it",
  ENETUNREACH: "cannot be reached: there is no way to its network",
  ETIMEDOUT: "did not accept the connection in time",
  CERT_HAS_EXPIRED: "has a certificate that has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  EPROTO: "speaks no TLS that is understood here",
  ERR_SSL_WRONG_VERSION_NUMBER: "speaks no TLS that is understood here",
  ERR_TLS_CERT_ALTNAME_INVALID: "has a certificate for another name",
};

/** What the network, TLS or a guard did to a call. */
export function explained(error: unknown): CallFailed {
  const from = firstOf(error);
  const cause = { cause: error };
  if (from instanceof AddressRefused) {
    return new CallFailed(`is not called: ${from.message}`, false, cause);
  }
  if (!(from instanceof Error)) return new CallFailed(`fails: ${String(from)}`, true, cause);
  const code = "code" in from && typeof from.code === "string" ? from.code : "";
  const said =
    words[code] ?? `does not answer as it should: ${shortened(printableLine(from.message), 200)}`;
  return new CallFailed(said, !lasting.test(code), cause);
}

/** Of several addresses that were tried, what the first said. */
function firstOf(error: unknown): unknown {
  return error instanceof AggregateError ? (error.errors[0] ?? error) : error;
}
