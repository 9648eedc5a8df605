/** What identification needs from where it runs. */
export interface IdentifyContext {
  /** Ends everything at once: no connection is opened after it. */
  readonly signal: AbortSignal;
  readonly budget: {
    /** Waits until that many more connections or datagrams (default 1) may be sent to the address. */
    take(address: string, probes?: number): Promise<void>;
  };
  /** Unix epoch milliseconds. */
  readonly now: () => number;
  /** How long one connection attempt waits, in milliseconds. */
  readonly connectTimeoutMs: number;
  /** The name that the target was given by, for `Host` and SNI; `null`: only its address is known. */
  readonly hostName: string | null;
}
