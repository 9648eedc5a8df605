import { printableLine, shortened } from "#lib/printable";

/** Longer words of a server are cut. */
const longest = 200;

/**
 * Makes a server's words fit for people: one line, and short. Nobody keeps a server from sending back what it was sent, so the
 * password is taken out before anything is cut: half of it would be found no more.
 */
export function quoteWithout(password: string): (text: string) => string {
  return (text) => shortened(printableLine(text.replaceAll(password, () => "…")), longest);
}
