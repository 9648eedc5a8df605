/**
 * A URL as causes name it: without user, password and fragment, and with `?…` for a query, since queries carry tokens.
 * At most about 200 characters.
 */
export function shownUrl(url: URL): string {
  const query = url.search === "" ? "" : "?…";
  const path = url.pathname.length > 120 ? `${url.pathname.slice(0, 120)}…` : url.pathname;
  return `${url.protocol}//${url.host.slice(0, 100)}${path}${query}`;
}
