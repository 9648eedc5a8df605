import { paths } from "../../app/paths.ts";
import { readSearch } from "../../app/search.ts";

const anywhere = "https://console.invalid";

/** Where to go on from, as the router takes it. */
export interface Way {
  to: string;
  search: Record<string, string>;
}

/** Reads `?next=`: a page of the console, and nothing else: whoever writes a link must not lead people away from here. */
export function ownPath(next: string | undefined): Way {
  const url = next?.startsWith("/") === true ? URL.parse(next, anywhere) : null;
  if (url === null || url.origin !== anywhere || /^\/[/\\]/.test(next ?? "")) {
    return { to: paths.home, search: {} };
  }
  return { to: url.pathname, search: readSearch(url.search) };
}
