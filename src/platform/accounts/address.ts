/** A request as accounts need it; Fastify's is one. */
export interface AccountRequest {
  headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The client, as far as trusted proxies say who that is. */
  ip: string;
  /** As the client wrote it, with the port if it is not the scheme's own. */
  host: string;
  protocol: string;
}

/** Where the console is for people: `https://example.com` and `/vedette`, or an empty path. */
export interface PublicAddress {
  origin: string;
  path: string;
}

/** The address that is set, or else the one at which this request came. `null`: it names no host that could be one. */
export function addressOf(
  publicUrl: string | undefined,
  request: Pick<AccountRequest, "host" | "protocol">,
): PublicAddress | null {
  const url = URL.parse(publicUrl ?? `${request.protocol}://${request.host}`);
  if (url === null || url.host === "") return null;
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, "") };
}

/** Whether browsers come over TLS: because it is set so, or since this request, or a proxy that is trusted, says so. */
export function isOverTls(
  publicUrl: string | undefined,
  { protocol }: Pick<AccountRequest, "protocol">,
): boolean {
  return protocol === "https" || URL.parse(publicUrl ?? "")?.protocol === "https:";
}

/**
 * Whether a changing request comes from the console itself, and not from a page somewhere else that a browser with our
 * cookie shows. Browsers say so: by `Origin` (Fetch standard, section 3.2), or where they leave that out by
 * `Sec-Fetch-Site`; neither can be forged by a page. A request that says nothing is refused. Hosts are compared without the
 * scheme, since TLS may end at a proxy that we were not told of.
 */
export function isOwnOrigin(publicUrl: string | undefined, request: AccountRequest): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (typeof origin === "string") {
    const host = URL.parse(origin)?.host;
    if (host === undefined || host === "") return false;
    if (host === addressOf(undefined, request)?.origin.replace(/^https?:\/\//, "")) return true;
    return publicUrl !== undefined && host === URL.parse(publicUrl)?.host;
  }
  return site === "same-origin" || site === "none";
}
