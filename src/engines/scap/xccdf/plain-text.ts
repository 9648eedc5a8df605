import type { XmlElement } from "#lib/xml-elements";

/** Stands around the id of a value until it is known; NUL cannot stand in XML. */
const mark = "\u0000";

/** Elements of XHTML that begin on a line of their own, and how many line feeds stand around them. */
const blocks = new Map([
  ["p", 2],
  ["ul", 2],
  ["ol", 2],
  ["dl", 2],
  ["pre", 2],
  ["table", 2],
  ["blockquote", 2],
  ["h1", 2],
  ["h2", 2],
  ["h3", 2],
  ["h4", 2],
  ["h5", 2],
  ["h6", 2],
  ["div", 1],
  ["li", 1],
  ["tr", 1],
  ["dt", 1],
  ["dd", 1],
]);

/**
 * Markup as plain text: paragraphs, lists and preformatted lines are kept, the rest of its form is not. Values that a rule
 * refers to are filled in later, by {@link withValues}. Text without markup keeps its own lines.
 */
export function plainText(element: XmlElement): string {
  const isMarkup = element.children.some(({ name }) => name !== "sub");
  const writer = new Writer(isMarkup ? "flowing" : "as it is");
  writer.write(element);
  return writer.text();
}

/** The content of the Linux distributions has references to values in its questions, but as text. */
export function withMarks(text: string): string {
  return text.replaceAll(/<(?:\w+:)?sub idref="([^"<>]{1,300})"\s*\/>/g, `${mark}$1${mark}`);
}

/** Fills in values. @param valueOf `undefined`: not known; then its name stands there. */
export function withValues(
  text: string,
  valueOf: (id: string) => string | undefined,
  nameOf: (id: string) => string,
): string {
  if (!text.includes(mark)) return text;
  const parts = text.split(mark);
  return parts
    .map((part, at) => (at % 2 === 0 ? part : (valueOf(part) ?? `(value of ${nameOf(part)})`)))
    .join("");
}

class Writer {
  readonly #pieces: string[] = [];
  /** Line feeds that are due before the next text. */
  #due = 0;
  #form: "flowing" | "as it is";

  constructor(form: "flowing" | "as it is") {
    this.#form = form;
  }

  text(): string {
    return this.#pieces.join("");
  }

  write(element: XmlElement): void {
    let number = 0;
    for (const part of element.content) {
      if (typeof part === "string") {
        this.#writeText(part);
        continue;
      }
      if (part.name === "li") number += 1;
      this.#writeElement(part, element.name === "ol" ? `${number}. ` : "- ");
    }
  }

  #writeElement(element: XmlElement, bullet: string): void {
    const { name, attributes } = element;
    const value =
      name === "sub"
        ? attributes["idref"]
        : /^#xccdf:value:(.+)$/.exec(attributes["data"] ?? "")?.[1];
    if (value !== undefined) {
      this.#put(`${mark}${value}${mark}`);
      return;
    }
    const feeds = blocks.get(name) ?? 0;
    if (name === "br") this.#due = Math.min(2, this.#due + 1);
    else this.#break(feeds);
    if (name === "li") this.#put(bullet);
    if (name === "td" || name === "th") this.#writeText(" ");
    const outer = this.#form;
    if (name === "pre") this.#form = "as it is";
    this.write(element);
    this.#form = outer;
    this.#break(feeds);
  }

  #writeText(text: string): void {
    if (this.#form === "as it is") {
      this.#put(text);
      return;
    }
    const flowing = text.replaceAll(/[ \t\r\n]+/g, " ");
    const isAfterSpace = this.#due > 0 || /\s$/.test(this.#pieces.at(-1) ?? " ");
    this.#put(isAfterSpace ? flowing.trimStart() : flowing);
  }

  #put(text: string): void {
    if (text === "") return;
    if (this.#pieces.length > 0) this.#pieces.push("\n".repeat(this.#due));
    this.#due = 0;
    this.#pieces.push(text);
  }

  #break(feeds: number): void {
    this.#due = Math.max(this.#due, feeds);
  }
}
