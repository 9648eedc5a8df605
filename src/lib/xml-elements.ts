import { SaxesParser } from "saxes";

/** One element of an XML document with all that is in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, that of its children left out. */
  readonly text: string;
}

/** The document cannot be read; the message says why and where. */
export class InvalidXml extends Error {
  override name = "InvalidXml";
}

/** How much of a document is taken. What exceeds it is refused: nothing is cut silently. */
export interface XmlLimits {
  readonly depth: number;
  /** Elements, attributes and text of one wanted element, in characters of the document. */
  readonly elementChars: number;
  readonly totalBytes: number;
}

const usual: XmlLimits = { depth: 64, elementChars: 32 * 2 ** 20, totalBytes: 2 ** 30 };

interface OpenElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
}

/**
 * Reads an XML document piece by piece and gives the wanted elements whole, in their order; an element inside of a wanted one
 * comes with that one. Memory holds one wanted element at a time, whatever the size of the document. Entities other than the
 * five of XML itself are refused, and no document type is read, so nothing expands and nothing is fetched.
 *
 * @param wanted names of elements.
 * @throws InvalidXml; whatever the source throws.
 */
export async function* xmlElements(
  source: AsyncIterable<Uint8Array>,
  wanted: ReadonlySet<string>,
  limits: XmlLimits = usual,
): AsyncGenerator<XmlElement> {
  const reader = new ElementReader(wanted, limits);
  const decoder = new TextDecoder("utf-8");
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > limits.totalBytes) {
      throw new InvalidXml(`it is longer than ${limits.totalBytes} bytes`);
    }
    yield* reader.read(decoder.decode(chunk, { stream: true }));
  }
  yield* reader.read(decoder.decode());
  yield* reader.end();
}

class ElementReader {
  readonly #parser = new SaxesParser();
  readonly #open: OpenElement[] = [];
  #depth = 0;
  #startedAt = 0;
  /** Where the parser last had something to tell: what is longer than an element may be is never told. */
  #toldAt = 0;
  readonly #limits: XmlLimits;
  #done: XmlElement[] = [];

  constructor(wanted: ReadonlySet<string>, limits: XmlLimits) {
    const parser = this.#parser;
    this.#limits = limits;
    const place = (): string => `line ${parser.line}, column ${parser.column}`;
    parser.on("error", (error) => {
      // The parser begins with the place already: `3:14: unclosed tag: host`.
      throw new InvalidXml(`it is no XML: ${error.message}`);
    });
    parser.on("opentag", ({ name, attributes }) => {
      this.#toldAt = parser.position;
      this.#depth += 1;
      if (this.#depth > limits.depth) {
        throw new InvalidXml(`its elements are nested deeper than ${limits.depth}, at ${place()}`);
      }
      if (this.#open.length === 0 && !wanted.has(name)) return;
      if (this.#open.length === 0) this.#startedAt = parser.position;
      this.#open.push({ name, attributes, children: [], text: "" });
      this.#checkLength(limits, place);
    });
    parser.on("text", (text) => {
      this.#toldAt = parser.position;
      const within = this.#open.at(-1);
      if (within === undefined) return;
      within.text += text;
      this.#checkLength(limits, place);
    });
    parser.on("cdata", (text) => {
      const within = this.#open.at(-1);
      if (within !== undefined) within.text += text;
    });
    parser.on("closetag", () => {
      this.#toldAt = parser.position;
      this.#depth -= 1;
      const element = this.#open.pop();
      if (element === undefined) return;
      const outer = this.#open.at(-1);
      if (outer === undefined) this.#done.push(element);
      else outer.children.push(element);
    });
  }

  read(text: string): XmlElement[] {
    this.#parser.write(text);
    const { position, line } = this.#parser;
    if (position - this.#toldAt > this.#limits.elementChars) {
      throw new InvalidXml(
        `a text or tag is longer than ${this.#limits.elementChars} characters, at line ${line}`,
      );
    }
    return this.#take();
  }

  end(): XmlElement[] {
    this.#parser.close();
    return this.#take();
  }

  #take(): XmlElement[] {
    const done = this.#done;
    this.#done = [];
    return done;
  }

  #checkLength({ elementChars }: XmlLimits, place: () => string): void {
    if (this.#parser.position - this.#startedAt > elementChars) {
      throw new InvalidXml(`one element is longer than ${elementChars} characters, at ${place()}`);
    }
  }
}

/** The first child of that name. */
export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

/** All children of that name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}
