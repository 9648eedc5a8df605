import assert from "node:assert/strict";
import { test } from "node:test";
import { createGzip, gzipSync } from "node:zlib";
import fc from "fast-check";
import { anyCharacter } from "#test/any-text";
import { InvalidAuditFile, readAuditFile, readDataStream } from "./index.ts";
import { assertRefused, at, fixture, inPieces, read, readOne } from "./testing.ts";

const results = (rules: string, head = "") =>
  `<?xml version="1.0"?>${head}<TestResult end-time="2026-01-01T00:00:00Z">${rules}</TestResult>`;
const rule = (id: string, inner = "<result>pass</result>") =>
  `<rule-result idref="${id}">${inner}</rule-result>`;

test("entities that grow or are fetched are refused", async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>`;
  const fetched = `<!DOCTYPE x [<!ENTITY b SYSTEM "file:///etc/passwd">]>`;
  const parameter = `<!DOCTYPE x [<!ENTITY % p SYSTEM "http://127.0.0.1/x.dtd"> %p;]>`;
  for (const head of [bomb, fetched, parameter]) {
    await assertRefused(results(rule("&b;"), head), /it is no XML: .*entity/);
    await assertRefused(results(rule("a", "<result>&b;</result>"), head), /it is no XML: .*entity/);
  }
});

test("what is no file of the kind is refused with what it is", async () => {
  await assertRefused("", /it is empty/);
  await assertRefused("  \n", /it is empty/);
  await assertRefused("hello", /neither XML nor a JSON object/);
  await assertRefused("[]", /neither XML nor a JSON object/);
  await assertRefused("{}", /it is no \.cklb/);
  await assertRefused(`{"stigs":[],"target_data":{}}`, /its list of stigs is empty/);
  await assertRefused(Buffer.from("PK\u0003\u0004rest"), /it is a zip archive; unpack it/);
  await assertRefused(Buffer.from([0x1f, 0x8b, 1, 2, 3]), /its gzip is damaged/);
  await assertRefused("<html><body/></html>", /it begins with "html"; what is known: XCCDF/);
  await assertRefused("<CHECKLIST></CHECKLIST>", /a STIG Viewer checklist, but holds no results/);
  await assertRefused("<TestResult><rule></TestResult>", /unexpected close tag\.$/);
  await assertRefused("\u0000<TestResult/>", /neither XML|no XML/);
  await assertRefused(`<TestResult><${"A".repeat(9_000)}>`, /unclosed tag: A{200,}…\.$/);
});

test("control characters, and marks that turn text round, do not get out of a file", async () => {
  const text = (await fixture("stig.cklb"))
    .toString("utf8")
    .replaceAll("must do", String.raw`\u0000\u001b[2J\u202e\ud800 do`);
  const { content } = await readOne(text);
  assert.match(content.rules[0]?.title ?? "", /^The sample OS \[2J ? ?\ufffd? ?do 1\.$/);
  await assertRefused(text.replace("SV-900001r1_rule", String.raw`SV\u0007`), /control characters/);
  await assertRefused(results(rule("a\u0001b")), /it is no XML/);
});

test("nesting is bounded, in XML and in JSON", async () => {
  await assertRefused("<TestResult>".repeat(10_000), /nested deeper than 64/);
  await assertRefused(results(`<score>${"<a>".repeat(10_000)}`), /nested deeper than 64/);
  await assertRefused(`{"stigs":${"[".repeat(1_000)}`, /nested deeper than 64/);
  await assertRefused(`{"a":`.repeat(1_000_000), /nested deeper than 64/);
});

test("numbers of things are bounded", async () => {
  const many = Array.from({ length: 10_001 }, (_, n) => rule(`r${n}`)).join("");
  await assertRefused(results(many), /more than 10000 rules/);
  const same = results(rule("a").repeat(50_001));
  await assertRefused(same, /more than 50000 results of rules/);
  await assertRefused(results(`<score>1</score>`.repeat(11)), /more than 10 scores/);
  await assertRefused(`{"x":[${"[],".repeat(2_000_001)}1]}`, /more than 2000000 values/);
  const chain = Array.from({ length: 30 }, (_, n) => `<Profile id="p${n}" extends="p${n + 1}"/>`);
  await assert.rejects(
    readDataStream(inPieces(`<Benchmark id="b">${chain.join("")}<Rule id="r"/></Benchmark>`), {
      name: "file",
    }),
    /the profile "p0" builds on more than 20 others/,
  );
  await assertRefused(
    `<CHECKLIST><STIGS>${"<iSTIG><STIG_INFO/></iSTIG>".repeat(201)}</STIGS></CHECKLIST>`,
    /more than 200 STIGs/,
  );
});

/** A document without an end, in pieces of a quarter of a megabyte; counts what was taken of it. */
function endless(head: string, piece: string) {
  const taken = { bytes: 0 };
  const bytes = Buffer.from(piece.repeat(2 ** 18 / piece.length));
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head);
    for (;;) {
      taken.bytes += bytes.length;
      yield bytes;
    }
  }
  return { taken, source };
}

test("a file without an end is refused before it is in memory", async () => {
  const benchmark = `<Benchmark id="b"><Rule id="r">`;
  const cases: [string, string, RegExp, number][] = [
    ["<TestResult>", " ", /longer than 2097152 characters/, 3],
    ["<TestResult x='", "xxxx", /longer than 2097152 characters/, 3],
    [`${benchmark}<title>`, "text", /longer than 2097152 characters/, 3],
    [`${benchmark}<title><![CDATA[`, "text", /longer than 2097152 characters/, 3],
    [benchmark, "<a/>", /longer than 2097152 characters/, 3],
    [`${benchmark}<title>`, "<![CDATA[1234]]>", /longer than 2097152 characters/, 3],
    [`<Benchmark id="b">`, "<!-- 1234567 -->", /longer than 2097152 characters/, 3],
    ["<TestResult>", "<other></other>\n", /longer than 16777216 bytes/, 17],
    [`{"stigs":"`, "xxxx", /longer than 16777216 bytes/, 17],
  ];
  for (const [head, piece, message, mostMegabytes] of cases) {
    const { taken, source } = endless(head, piece);
    const reading = readAuditFile(source(), { name: "file", at, maxBytes: 16 * 2 ** 20 });
    await assert.rejects(reading, (error) => {
      assert.ok(error instanceof InvalidAuditFile);
      assert.match(error.message, message, head);
      return true;
    });
    assert.ok(taken.bytes <= mostMegabytes * 2 ** 20, `${head}: ${taken.bytes} bytes`);
  }
});

test("names of a host in endless numbers are refused, too", async () => {
  const name = "a".repeat(240);
  const cases: [string, string][] = [
    ["<TestResult>", `<target>${name}</target>`],
    ["<TestResult>", `<target-id-ref name="${name}"/>`],
    [`<Benchmark id="b">`, `<platform idref="${name}"/>`],
  ];
  for (const [head, piece] of cases) {
    const { source } = endless(head, piece);
    const reading = readAuditFile(source(), { name: "file", at });
    await assert.rejects(reading, /more than 100663296 characters of texts/, piece);
  }
});

test("texts that together would fill the memory are refused", async () => {
  async function* source(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`<Benchmark id="b">`);
    const text = "x".repeat(16_000);
    for (let n = 0; n < 9_000; n += 1) {
      yield Buffer.from(`<Rule id="r${n}"><description>${text}</description></Rule>`);
    }
    yield Buffer.from("</Benchmark>");
  }
  await assert.rejects(
    readDataStream(source(), { name: "file" }),
    /file cannot be read: it has more than 100663296 characters of texts that are to be kept\.$/,
  );
});

test("texts that are made to be searched for long are read at once", async () => {
  const started = performance.now();
  const part = "&lt;VulnDiscussion&gt;";
  const texts = [part.repeat(90_000), " ".repeat(1_900_000), "&lt;sub idref=".repeat(100_000)];
  for (const text of texts) {
    const benchmark = `<Benchmark id="b"><Rule id="r"><description>${text}</description></Rule></Benchmark>`;
    await readDataStream(inPieces(benchmark), { name: "file" });
  }
  // Searched from each beginning to the end it would take minutes.
  assert.ok(performance.now() - started < 10_000);
});

test("a gzip bomb is refused while it unpacks", async () => {
  const bomb = createGzip();
  const written = (async () => {
    bomb.write("<TestResult><a>");
    const spaces = Buffer.alloc(2 ** 20, "<b></b>\n");
    for (let n = 0; n < 64; n += 1) bomb.write(spaces);
    bomb.end();
  })();
  const packed = Buffer.concat(await Array.fromAsync(bomb as AsyncIterable<Buffer>));
  await written;
  await assertRefused(packed, /bytes come out of \d+, as of a gzip bomb/);
  await assertRefused(gzipSync("<TestResult/>").subarray(0, 20), /damaged or ends too early/);
});

test("an error of the source is told as it is", async () => {
  async function* broken(first: Uint8Array): AsyncGenerator<Uint8Array> {
    yield first;
    throw new Error("disk on fire");
  }
  for (const first of [
    Buffer.from("<TestResult>"),
    gzipSync("<TestResult>".repeat(99)).subarray(0, 20),
  ]) {
    await assert.rejects(
      readAuditFile(broken(first), { name: "file", at }),
      /^Error: disk on fire$/,
    );
  }
});

test("a file cut anywhere is refused, or was read to its end", async () => {
  for (const name of ["arf.xml", "two-stigs.ckl", "stig.cklb", "stig-results.xml"]) {
    const bytes = await fixture(name);
    const end = bytes.toString("utf8").trimEnd().length;
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: end - 1 }), async (length) => {
        await assertRefused(bytes.subarray(0, length), /./);
      }),
      { numRuns: 25 },
    );
  }
});

test("a file changed anywhere is read within the contract, or refused with a sentence", async () => {
  const part = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 20 }),
    fc.constantFrom(
      "<",
      ">",
      '"',
      "</",
      "<![CDATA[",
      "]]>",
      "&lt;",
      "\u0000",
      "{",
      "}",
      "[",
      ",",
      "<sub idref='x'/>",
    ),
    fc.constant("A".repeat(9_000)),
  );
  for (const name of ["arf.xml", "two-stigs.ckl", "stig.cklb", "stig-results.xml"]) {
    const text = (await fixture(name)).toString("utf8");
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), fc.nat(30), part, async (from, length, put) => {
        const changed = text.slice(0, from) + put + text.slice(from + length);
        try {
          await read(changed);
        } catch (error) {
          assert.ok(error instanceof InvalidAuditFile, String(error));
          assert.match(error.message, /^file cannot be read: .+\.$/);
          assert.ok(error.message.length <= 1000);
        }
      }),
      { numRuns: 60 },
    );
  }
});

test("the name of a file cannot write into a terminal", async () => {
  await assert.rejects(
    readAuditFile(inPieces("x"), { name: "a\u001b[2Jb", at }),
    /^InvalidAuditFile: a \[2Jb cannot be read: it is neither XML nor a JSON object\.$/,
  );
});
