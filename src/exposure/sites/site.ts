/** A place with networks of its own. */
export interface Site {
  id: string;
  /** Unique within the tenant. */
  name: string;
  companyId: string | null;
  /** Its networks, as declared: `10.0.0.0/24`. */
  subnets: readonly string[];
  /** IANA name: the clocks that its scans go by, unless they name another. */
  timeZone: string;
}
