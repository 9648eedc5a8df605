import { printableLine, shortened } from "#lib/printable";

/** Longer words of a stranger are cut. */
const longest = 300;

/** Words of a stranger for people: one line, without any secret of ours, which a server could send back to us. */
export interface Quoter {
  /** Never to be quoted from now on. */
  hide(secret: string): void;
  readonly quote: (text: string) => string;
}

/** Makes one that knows no secret yet. */
export function createQuoter(): Quoter {
  const hidden = new Set<string>();
  return {
    hide(secret) {
      hidden.add(secret);
      hidden.add(encodeURIComponent(secret));
      hidden.add(new URLSearchParams({ s: secret }).toString().slice(2));
      hidden.add(printableLine(secret));
    },
    quote(text) {
      let shown = text;
      for (const secret of hidden) shown = shown.replaceAll(secret, "…");
      return shortened(printableLine(shown).trim(), longest);
    },
  };
}
