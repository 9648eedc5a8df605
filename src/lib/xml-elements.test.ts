import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  InvalidXml,
  type XmlElement,
  childOf,
  childrenOf,
  visitXml,
  xmlElements,
} from "./xml-elements.ts";

async function* pieces(text: string, size = 7): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(text: string, wanted: string[], limits?: Parameters<typeof xmlElements>[2]) {
  const found: XmlElement[] = [];
  for await (const element of xmlElements(pieces(text), new Set(wanted), limits))
    found.push(element);
  return found;
}

test("wanted elements come whole and in order, however the document is cut into pieces", async () => {
  const text = `<?xml version="1.0"?><!DOCTYPE run><run a="1"><skip><host/></skip><host id="ä"><p n="1">x<q/>y</p><p n="2"/></host></run>`;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (size) => {
      const found: XmlElement[] = [];
      for await (const one of xmlElements(pieces(text, size), new Set(["host"]))) found.push(one);
      assert.equal(found.length, 2);
      const host = found[1];
      assert.ok(host !== undefined && host.attributes["id"] === "ä");
      assert.deepEqual(
        childrenOf(host, "p").map((p) => `${p.attributes["n"]}${p.text}`),
        ["1xy", "2"],
      );
      assert.equal(childOf(host, "q"), undefined);
    }),
  );
});

test("entities that would grow or be fetched are refused, as is everything that is no XML", async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><x><host>&b;</host></x>`;
  const fetched = `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x><host>&a;</host></x>`;
  for (const text of [bomb, fetched, "<x><host></x>", "<x", "{}", "", "<x/><y/>", "\u0000<x/>"]) {
    await assert.rejects(read(text, ["host"]), InvalidXml, text);
  }
  await assert.rejects(read("<x>\n<host>\n</x>", ["host"]), /3:\d+/);
});

test("depth, length of an element and of the document are bounded", async () => {
  const deep = "<x>".repeat(20) + "</x>".repeat(20);
  const limits = { depth: 10, elementChars: 1000, totalBytes: 5000 };
  await assert.rejects(read(deep, ["x"], limits), /nested deeper than 10/);
  const long = `<r><host>${"y".repeat(2000)}</host></r>`;
  await assert.rejects(read(long, ["host"], limits), /longer than 1000 characters/);
  const cdata = `<r><host><![CDATA[${"y".repeat(600)}]]><![CDATA[${"y".repeat(600)}]]></host></r>`;
  await assert.rejects(read(cdata, ["host"], limits), /longer than 1000 characters/);
  const endless = `<r><!-- ${"y".repeat(2000)}`;
  await assert.rejects(read(endless, ["host"], limits), /text or tag is longer than 1000/);
  const many = `<r>${"<host/>".repeat(1000)}</r>`;
  await assert.rejects(read(many, ["host"], limits), /longer than 5000 bytes/);
  assert.equal((await read(`<r>${"<host/>".repeat(100)}</r>`, ["host"], limits)).length, 100);
});

test("a visitor has each element before it is asked about the next, with those around it, whatever the pieces", async () => {
  const text = `<a:r><a:needed id="2"/><b:g n="1"><b:item id="1"/><item id="2">x<i>y</i>z</item></b:g><g n="2"><item id="2"/></g></a:r>`;
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 200 }), async (size) => {
      const needed = new Set<string>();
      const found: string[] = [];
      async function* texts(): AsyncGenerator<string> {
        for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
      }
      await visitXml(
        texts(),
        {
          wants: ({ name, attributes }) =>
            name === "needed" || (name === "item" && needed.has(attributes["id"] ?? "")),
          add: ({ element, within, line }) => {
            if (element.name === "needed") needed.add(element.attributes["id"] ?? "");
            const path = within.map(({ name, attributes }) => name + (attributes["n"] ?? ""));
            const content = element.content.map((part) =>
              typeof part === "string" ? part : `<${part.name}>`,
            );
            found.push(`${line} ${path.join("/")}/${element.name} ${content.join("")}`);
          },
        },
        { depth: 10, elementChars: 1000 },
      );
      assert.deepEqual(found, ["1 r/needed ", "1 r/g1/item x<i>z", "1 r/g2/item "]);
    }),
  );
});
