import { namedDistribution } from "./distribution.ts";
import { type IdentifiedProduct, matchProduct } from "./product.ts";
import { serverProducts } from "./server-products.ts";
import { webProducts } from "./web-products.ts";

/** The parts of a reply that tell what runs there. */
export interface WebSigns {
  /** Names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly title: string;
  readonly page: string;
}

const searchedPage = 65_536;

/**
 * What a web page shows of the software behind it: the application first, then the server and its modules, all of which
 * are named by their CPEs. `null`: it shows nothing of the kind.
 */
export function identifyWeb(signs: WebSigns): IdentifiedProduct | null {
  const application = webApplication(signs);
  const programs = webPrograms(signs.headers);
  const [first] = application === null ? programs : [application, ...programs];
  if (first === undefined) return null;
  const cpes = [application, ...programs].flatMap((one) => one?.cpes ?? []);
  const named = namedDistribution(valueOf(signs.headers, "server"));
  return {
    ...first,
    cpes: [...new Set(cpes)].slice(0, 10),
    ...(named === null ? {} : { package: named }),
  };
}

function webApplication(signs: WebSigns): IdentifiedProduct | null {
  for (const rule of webProducts) {
    const place = rule.in;
    const text =
      place === "title"
        ? signs.title
        : place === "page"
          ? signs.page.slice(0, searchedPage)
          : valueOf(signs.headers, place.header);
    const match = text === "" ? null : rule.pattern.exec(text);
    // Only the match itself is handed on: a page is longer than what is searched for products.
    if (match !== null) return matchProduct([rule], match[0]);
  }
  return null;
}

/** The server and its modules, each once, with its version where one word tells it. */
function webPrograms(headers: WebSigns["headers"]): IdentifiedProduct[] {
  const programs = new Map<string, IdentifiedProduct>();
  for (const word of serverWords(headers)) {
    const program = matchProduct(serverProducts, word);
    if (program === null) continue;
    const known = programs.get(program.product);
    if (known === undefined || known.version === undefined) programs.set(program.product, program);
  }
  return [...programs.values()];
}

/** `Apache/2.4.62 (Debian) OpenSSL/3.0.15` as its words, those of comments included. */
function serverWords(headers: WebSigns["headers"]): string[] {
  const texts = ["server", "x-powered-by", "via"].map((name) => valueOf(headers, name));
  const words = texts.flatMap((text) => {
    const whole = text.slice(0, 300);
    // Some names have blanks in them, so the text is also tried as a whole.
    return [whole, ...whole.split(/[\s,;()]+/)];
  });
  return [...new Set(words)].filter((word) => word !== "");
}

function valueOf(headers: WebSigns["headers"], wanted: string): string {
  return headers.find(([name]) => name === wanted)?.[1] ?? "";
}
