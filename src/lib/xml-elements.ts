import { SaxesParser } from "saxes";
import { shortened } from "./printable.ts";

/** Characters of what the parser says: it quotes names as they are. */
const longestQuote = 300;

/** One element of an XML document with all that is in it. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, that of its children left out. */
  readonly text: string;
  /** Text and children in their order: what markup needs. */
  readonly content: readonly (string | XmlElement)[];
}

/** A start tag. While its element is open it is one object, so that it tells two elements of a name apart. */
export interface XmlTag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** An element and where it stands. */
export interface XmlPart {
  readonly element: XmlElement;
  /** The elements around it, from the root inwards; the list changes as the reading goes on. */
  readonly within: readonly XmlTag[];
  /** Where its start tag ends, from 1. */
  readonly line: number;
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
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
  content: (string | XmlElement)[];
}

/** Decides what is read of a document, and takes it. What either throws ends the reading. */
export interface XmlVisitor {
  /** Is asked for each start tag outside of a wanted element. @param within the elements around it, from the root inwards. */
  wants(tag: XmlTag, within: readonly XmlTag[]): boolean;
  /** Gets each wanted element when it ends, before anything behind it is asked about. */
  add(part: XmlPart): void;
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
  let done: XmlElement[] = [];
  const visitor: XmlVisitor = {
    wants: ({ name }) => wanted.has(name),
    add: ({ element }) => {
      done.push(element);
    },
  };
  const reader = new ElementReader(visitor, limits, (name) => name);
  for await (const text of textOf(source, limits.totalBytes)) {
    reader.read(text);
    yield* done;
    done = [];
  }
  reader.end();
  yield* done;
}

/**
 * As {@link xmlElements}, for documents in which it matters where an element stands, or what came before it. Names of elements
 * come without the prefix of their namespace, which every writer chooses for himself.
 *
 * @param source the document's text, already decoded, in pieces.
 * @throws InvalidXml; whatever the source or the visitor throws.
 */
export async function visitXml(
  source: AsyncIterable<string>,
  visitor: XmlVisitor,
  limits: Pick<XmlLimits, "depth" | "elementChars">,
): Promise<void> {
  const reader = new ElementReader(visitor, limits, (name) => name.slice(name.indexOf(":") + 1));
  for await (const text of source) reader.read(text);
  reader.end();
}

async function* textOf(
  source: AsyncIterable<Uint8Array>,
  totalBytes: number,
): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8");
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > totalBytes) throw new InvalidXml(`it is longer than ${totalBytes} bytes`);
    yield decoder.decode(chunk, { stream: true });
  }
  yield decoder.decode();
}

class ElementReader {
  readonly #parser = new SaxesParser();
  readonly #open: OpenElement[] = [];
  /** The elements that are open, outside of a wanted one. */
  readonly #within: XmlTag[] = [];
  #depth = 0;
  #startedAt = 0;
  #startLine = 0;
  /** Where the parser last had something to tell: what is longer than an element may be is never told. */
  #toldAt = 0;
  readonly #limits: Pick<XmlLimits, "depth" | "elementChars">;
  readonly #visitor: XmlVisitor;

  constructor(
    visitor: XmlVisitor,
    limits: Pick<XmlLimits, "depth" | "elementChars">,
    nameOf: (name: string) => string,
  ) {
    const parser = this.#parser;
    this.#limits = limits;
    this.#visitor = visitor;
    parser.on("error", (error) => {
      // The parser begins with the place already: `3:14: unclosed tag: host`.
      const said = error.message.replace(/\.$/, "");
      throw new InvalidXml(`it is no XML: ${shortened(said, longestQuote)}`);
    });
    parser.on("opentag", (tag) => {
      this.#toldAt = parser.position;
      this.#depth += 1;
      if (this.#depth > limits.depth) {
        throw new InvalidXml(
          `its elements are nested deeper than ${limits.depth}, at ${this.#place()}`,
        );
      }
      this.#openTag({ name: nameOf(tag.name), attributes: tag.attributes });
    });
    parser.on("text", (text) => {
      this.#addText(text);
    });
    parser.on("cdata", (text) => {
      this.#addText(text);
    });
    parser.on("closetag", () => {
      this.#toldAt = parser.position;
      this.#depth -= 1;
      this.#closeTag();
    });
  }

  read(text: string): void {
    this.#parser.write(text);
    const { position, line } = this.#parser;
    if (position - this.#toldAt > this.#limits.elementChars) {
      throw new InvalidXml(
        `a text or tag is longer than ${this.#limits.elementChars} characters, at line ${line}`,
      );
    }
  }

  end(): void {
    this.#parser.close();
  }

  #openTag(tag: XmlTag): void {
    if (this.#open.length === 0) {
      if (!this.#visitor.wants(tag, this.#within)) {
        this.#within.push(tag);
        return;
      }
      this.#startedAt = this.#parser.position;
      this.#startLine = this.#parser.line;
    }
    this.#open.push({ ...tag, children: [], text: "", content: [] });
    this.#checkLength();
  }

  #addText(text: string): void {
    this.#toldAt = this.#parser.position;
    const element = this.#open.at(-1);
    if (element === undefined) return;
    element.text += text;
    element.content.push(text);
    this.#checkLength();
  }

  #closeTag(): void {
    const element = this.#open.pop();
    if (element === undefined) {
      this.#within.pop();
      return;
    }
    const outer = this.#open.at(-1);
    if (outer === undefined) {
      this.#visitor.add({ element, within: this.#within, line: this.#startLine });
    } else {
      outer.children.push(element);
      outer.content.push(element);
    }
  }

  #checkLength(): void {
    const { elementChars } = this.#limits;
    if (this.#parser.position - this.#startedAt > elementChars) {
      throw new InvalidXml(
        `one element is longer than ${elementChars} characters, at ${this.#place()}`,
      );
    }
  }

  #place(): string {
    return `line ${this.#parser.line}, column ${this.#parser.column}`;
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
