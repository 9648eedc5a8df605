/**
 * What one check found. Facts only: whether the sensor is down is an opinion, and it is formed by the server.
 */

/** Why a check failed, for programs. People read {@link CheckOutcome.cause}. */
export type CauseCode =
  | "timeout" // no answer before the deadline
  | "dns" // the name did not resolve
  | "refused" // the port is closed
  | "reset" // the peer broke the connection
  | "unreachable" // no route, network or host unreachable
  | "tls" // the handshake failed for another reason than the certificate
  | "certificate" // expired, wrong name, untrusted, or closer to its end than allowed
  | "status" // HTTP status outside the expected ranges
  | "body" // body, banner or JSON path is not as expected
  | "redirect" // too many redirects, or one to a refused place
  | "protocol" // the peer does not speak the expected protocol
  | "credentials" // SNMP community or user, or HTTP credentials, were refused
  | "no_such_object" // the SNMP agent answers, but does not have what is monitored
  | "interface_down" // administratively up, operationally down
  | "not_permitted" // this collector lacks a privilege; the cause says which and how to grant it
  | "target_refused" // the collector's allow and deny lists, or the cloud metadata guard, forbid the target
  | "internal"; // a defect of ours: never a fault of the target

/** Time spent in each phase of an HTTP or TLS check, in milliseconds; a phase that did not happen is absent. */
export interface Phases {
  dnsMs?: number;
  connectMs?: number;
  tlsMs?: number;
  firstByteMs?: number;
  transferMs?: number;
}

/** A certificate that a server sent. Texts are as they stand there, and so of any length. */
export interface CertificateFacts {
  /** Distinguished names, one attribute after the other: `CN=example.test, O=Example`. */
  subject: string;
  issuer: string;
  /** Epoch milliseconds; `null` when what stands there is no date. */
  validFromAt: number | null;
  validToAt: number | null;
}

/** What the TLS handshake agreed on. */
export interface TlsFacts {
  /** For example `TLSv1.3`. */
  protocol: string;
  /** OpenSSL's name, for example `TLS_AES_256_GCM_SHA384`. */
  cipher: string;
  /** The names and addresses that the server's own certificate is for; absent when it sent none. */
  names?: readonly string[];
  /** The served chain, the server's own first, at most five; absent when it sent none. */
  certificates?: readonly CertificateFacts[];
}

/** One monitored interface, with rates since the sample before; a rate is `null` when no honest one exists. */
export interface InterfaceFacts {
  /** ifName, as the sensor names it. */
  name: string;
  alias: string | null;
  ifIndex: number | null;
  /** IF-MIB words; `missing` when no interface has this name now. */
  adminStatus: "up" | "down" | "testing" | "missing";
  operStatus:
    | "up"
    | "down"
    | "testing"
    | "unknown"
    | "dormant"
    | "notPresent"
    | "lowerLayerDown"
    | "missing";
  speedBps: number | null;
  inBps: number | null;
  outBps: number | null;
  inErrorsPerSec: number | null;
  outErrorsPerSec: number | null;
  inDiscardsPerSec: number | null;
  outDiscardsPerSec: number | null;
  /** Busier direction in percent of the speed, 0 to 100. */
  utilisationPercent: number | null;
}

/** One monitored host aspect. `used` and `total` are bytes; cpu has only `percent`; uptime only `seconds`. */
export interface HostFacts {
  aspect: "cpu" | "memory" | "storage" | "uptime";
  /** The volume for storage (hrStorageDescr); otherwise the aspect again. */
  name: string;
  percent: number | null;
  used: number | null;
  total: number | null;
  seconds: number | null;
}

/** What one check found. */
export interface CheckOutcome {
  ok: boolean;
  /** A sentence for a person, with target and figures; `null` when `ok`. At most 500 characters. */
  cause: string | null;
  causeCode: CauseCode | null;
  /** The one number of the contract for this type; `null` when there was no answer. */
  latencyMs: number | null;
  httpStatus: number | null;
  /** Whole days until the first certificate of the served chain expires, rounded down; recorded on failures, too. */
  certDaysLeft: number | null;
  /** Share of lost packets, 0 to 100 (icmp only). */
  lossPercent: number | null;
  /** Mean difference between consecutive round trips in milliseconds (icmp only). */
  jitterMs: number | null;
  /** The address that was asked, when the target is a name. */
  address: string | null;
  phases: Phases | null;
  tls: TlsFacts | null;
  interfaces: InterfaceFacts[] | null;
  host: HostFacts[] | null;
}

/** An outcome with nothing known: engines fill in what they found. */
export const emptyOutcome: Readonly<CheckOutcome> = Object.freeze({
  ok: false,
  cause: null,
  causeCode: null,
  latencyMs: null,
  httpStatus: null,
  certDaysLeft: null,
  lossPercent: null,
  jitterMs: null,
  address: null,
  phases: null,
  tls: null,
  interfaces: null,
  host: null,
});
