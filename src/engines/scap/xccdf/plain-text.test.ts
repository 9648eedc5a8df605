import assert from "node:assert/strict";
import { test } from "node:test";
import { type XmlElement, visitXml } from "#lib/xml-elements";
import { linesOf } from "../texts.ts";
import { plainText, withMarks, withValues } from "./plain-text.ts";

async function textOf(inner: string, values: Record<string, string> = {}): Promise<string> {
  const found: XmlElement[] = [];
  async function* source(): AsyncGenerator<string> {
    yield `<r xmlns:h="x"><d>${inner}</d></r>`;
  }
  await visitXml(
    source(),
    {
      wants: ({ name }) => name === "d",
      add: ({ element }) => found.push(element),
    },
    { depth: 20, elementChars: 10_000 },
  );
  const [element] = found;
  assert.ok(element !== undefined);
  const text = withValues(
    plainText(element),
    (id) => values[id],
    (id) => id,
  );
  return linesOf(text, 1000);
}

test("paragraphs, lists and preformatted lines are kept, other markup is not", async () => {
  assert.equal(
    await textOf(
      `To set <h:code>x</h:code>
       in <h:b>y</h:b>:<h:pre>a = 1
  b = 2</h:pre>Then:<h:ul><h:li>one
 thing</h:li><h:li> <h:i>two</h:i></h:li></h:ul><h:ol><h:li>first</h:li><h:li>second</h:li></h:ol><h:p>P1</h:p><h:p>P2<h:br/>Q</h:p>end<h:br/><h:br/>.`,
    ),
    "To set x in y:\n\na = 1\n  b = 2\n\nThen:\n\n- one thing\n- two\n\n1. first\n2. second\n\nP1\n\nP2\nQ\n\nend\n\n.",
  );
  assert.equal(
    await textOf(
      `<h:table><h:tr><h:th>A</h:th><h:th>B</h:th></h:tr><h:tr><h:td>1</h:td><h:td>2</h:td></h:tr></h:table>`,
    ),
    "A B\n1 2",
  );
});

test("text without markup keeps its lines", async () => {
  assert.equal(
    await textOf("Run:\n\n$ a\n$ b   \n\n\n\nEnd &lt;b&gt;"),
    "Run:\n\n$ a\n$ b\n\nEnd <b>",
  );
});

test("values are filled in where they are known, and named where they are not", async () => {
  const inner = `at most <sub idref="v1"/> or <h:object data="#xccdf:value:v2"/> times`;
  assert.equal(await textOf(inner, { v1: "3", v2: "x<y" }), "at most 3 or x<y times");
  assert.equal(await textOf(inner, { v1: "3" }), "at most 3 or (value of v2) times");
  const question = withMarks(`is it "<sub idref="v1" />"?`);
  assert.equal(
    withValues(question, () => "5", String),
    `is it "5"?`,
  );
});
