/** What the page must be told by the server that sends it. */
export interface PageFacts {
  /** Where the console is mounted, with a slash at both ends. */
  base: string;
  /** New for each reply: only styles that carry it are applied. */
  nonce: string;
}

/** As `console/index.html` has them, and the build leaves them. */
const basePlace = '<base href="/" />';
const noncePlace = '<meta name="csp-nonce" content="" />';

/**
 * The page with its facts filled in.
 *
 * @throws Error when it has no place for them.
 */
export function fillPage(html: string, { base, nonce }: PageFacts): string {
  if (!html.includes(basePlace) || !html.includes(noncePlace)) {
    throw new Error("the console's page has no place for its base or nonce");
  }
  return html
    .replace(basePlace, `<base href="${base}" />`)
    .replace(noncePlace, `<meta name="csp-nonce" content="${nonce}" />`);
}

/** Characters of a path (RFC 3986 section 3.3) that mean nothing in HTML. */
const prefix = /^(\/[A-Za-z0-9._~-]+)+$/;

/**
 * The path below which the console is mounted, without a slash at its end; `null` when it cannot be one: it comes from a
 * proxy's header.
 */
export function parsePrefix(text: string): string | null {
  const path = text.replace(/\/+$/, "");
  if (path === "") return "";
  return prefix.test(path) && !path.split("/").some((part) => /^\.+$/.test(part)) ? path : null;
}

/**
 * What the page may load and do (CSP Level 3): everything from this server, no script and no style that stands in the page
 * but those styles that carry the nonce.
 *
 * @param signInOrigins where a form may lead besides: a provider of sign-in.
 */
export function contentPolicy(nonce: string, signInOrigins: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'self'",
    `form-action ${["'self'", ...signInOrigins].join(" ")}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** For one who opens the console of a checkout that was not built. */
export const notBuiltPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Vedette</title>
  </head>
  <body>
    <h1>The console is not built yet</h1>
    <p>Run <code>npm run build</code> in the folder of Vedette, then load this page again. <code>npm start</code> does it by itself.</p>
    <p>The public APIs, <code>vedette apply</code> and everything else work without it.</p>
  </body>
</html>
`;
