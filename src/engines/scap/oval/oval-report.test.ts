import assert from "node:assert/strict";
import { test } from "node:test";
import { visitXml } from "#lib/xml-elements";
import { KeptText } from "../texts.ts";
import { OvalReport } from "./oval-report.ts";

interface Parts {
  definitions: string;
  tests?: string;
  texts?: string;
  objects?: string;
  collected?: string;
  items?: string;
}

async function reportOf(parts: Parts, asked: ((id: string) => boolean) | null = null) {
  const { definitions, tests = "", texts = "", objects = "", collected = "", items = "" } = parts;
  const text = `<oval_results><oval_definitions><tests>${texts}</tests><objects>${objects}</objects></oval_definitions>
    <results><system><definitions>${definitions}</definitions><tests>${tests}</tests><oval_system_characteristics>
    <collected_objects>${collected}</collected_objects><system_data>${items}</system_data>
    </oval_system_characteristics></system></results></oval_results>`;
  const report = new OvalReport(asked, new KeptText());
  async function* source(): AsyncGenerator<string> {
    yield text;
  }
  await visitXml(source(), report, { depth: 64, elementChars: 1_000_000 });
  return report;
}

const file = (id: string, inner: string) =>
  `<u:file_item id="${id}" xmlns:u="u"><u:filepath>/etc/x${id}</u:filepath>${inner}</u:file_item>`;
const text = (id: string, comment: string) =>
  `<u:x_test xmlns:u="u" id="${id}" comment="${comment}"><u:object object_ref="o${id}"/></u:x_test>`;

test("of many items the first five that failed are named, and how many more there are", async () => {
  const tested = Array.from(
    { length: 100 },
    (_, n) => `<tested_item item_id="${n}" result="${n % 2 === 0 ? "true" : "false"}"/>`,
  );
  const report = await reportOf({
    definitions: `<definition definition_id="d" result="false"><criteria operator="AND" result="false"><criterion test_ref="t" result="false"/><criterion test_ref="fine" result="true"/></criteria></definition>`,
    tests: `<test test_id="t" result="false">${tested.join("")}</test><test test_id="fine" result="true"><tested_item item_id="2" result="true"/></test>`,
    texts: text("t", "All is well") + text("fine", "Never named"),
    items: Array.from({ length: 100 }, (_, n) =>
      file(
        String(n),
        "<u:uread>true</u:uread><u:oread>1</u:oread><u:suid>true</u:suid><u:user_id>5</u:user_id>",
      ),
    ).join(""),
  });
  const facts = "mode 4404, owner 5";
  assert.deepEqual(report.explain("d"), [
    `Check failed: "All is well" (/etc/x1: ${facts}; /etc/x3: ${facts}; /etc/x5: ${facts}; /etc/x7: ${facts}; /etc/x9: ${facts}; and 45 more)`,
  ]);
});

test("what is turned round, by a criterion or a whole definition, is explained the right way round", async () => {
  const report = await reportOf({
    definitions: `
      <definition definition_id="outer" result="false"><criteria result="false"><extend_definition definition_ref="inner" negate="true" result="false"/></criteria></definition>
      <definition definition_id="inner" result="true"><criteria operator="OR" result="true"><criterion test_ref="a" result="true"/><criterion test_ref="b" result="false"/></criteria></definition>
      <definition definition_id="group" result="false"><criteria result="false" negate="true"><criterion test_ref="a" result="true"/><criterion test_ref="c" negate="true" result="true"/></criteria></definition>
      <definition definition_id="ring" result="false"><criteria result="false"><extend_definition definition_ref="ring" result="false"/></criteria></definition>`,
    tests: `<test test_id="a" result="true"><tested_item item_id="1" result="true"/></test>`,
    texts: text("a", "A is there") + text("b", "B") + text("c", "C is there"),
    items: file("1", ""),
  });
  assert.deepEqual(report.explain("outer"), [`Check holds, but must not: "A is there" (/etc/x1)`]);
  assert.deepEqual(report.explain("group"), [
    `Check holds, but must not: "A is there" (/etc/x1)`,
    `Check failed: "C is there" (nothing found)`,
  ]);
  assert.deepEqual(report.explain("ring"), []);
  assert.deepEqual(report.explain("nowhere"), []);
});

test("a check that could not be made says why", async () => {
  const report = await reportOf({
    definitions: `<definition definition_id="d" result="error"><criteria result="error"><criterion test_ref="oval:x-t:tst:1" result="error"/><criterion test_ref="f" result="false"/></criteria></definition>`,
    texts: `<u:x_test xmlns:u="u" id="oval:x-t:tst:1"><u:object object_ref="o"/></u:x_test>`,
    collected: `<object id="o" flag="error"><message level="error">Permission\ndenied</message></object>`,
  });
  assert.deepEqual(report.explain("d"), [
    `Check without a result (error): "x-t" (Permission denied)`,
  ]);
});

test("passwords and their hashes are not told", async () => {
  const secret = "$6$salt$hash/of.it";
  const report = await reportOf({
    definitions: `<definition definition_id="d" result="false"><criteria result="false"><criterion test_ref="t" result="false"/></criteria></definition>`,
    tests: `<test test_id="t" result="false"><tested_item item_id="1" result="false"/><tested_item item_id="2" result="false"/><tested_item item_id="3" result="false"/></test>`,
    texts: text("t", "No passwords"),
    items: `<u:shadow_item id="1" xmlns:u="u"><u:username>root</u:username><u:password>${secret}</u:password></u:shadow_item>
      <u:textfilecontent54_item id="2" xmlns:u="u"><u:path>/etc</u:path><u:filename>shadow</u:filename><u:text>bob:${secret}:19000</u:text></u:textfilecontent54_item>
      <u:textfilecontent54_item id="3" xmlns:u="u"><u:filepath>/boot/grub.cfg</u:filepath><u:text>password_pbkdf2 root grub.pbkdf2.sha512.10000.ABCDEF</u:text></u:textfilecontent54_item>`,
  });
  assert.deepEqual(report.explain("d"), [
    `Check failed: "No passwords" (username root; /etc/shadow: "bob:(hash of a password):19000"; /boot/grub.cfg: "password_pbkdf2 root (hash of a password)")`,
  ]);
});

test("a definition that nobody asks for leaves nothing to keep", async () => {
  const parts = {
    definitions: `<definition definition_id="d" result="false"><criteria result="false"><criterion test_ref="t" result="false"/></criteria></definition>`,
    tests: `<test test_id="t" result="false"><tested_item item_id="1" result="false"/></test>`,
    texts: text("t", "X"),
    items: file("1", "<u:user_id>0</u:user_id>"),
  };
  const asked = await reportOf(parts, (id) => id === "d");
  const other = await reportOf(parts, () => false);
  assert.deepEqual(asked.explain("d"), [`Check failed: "X" (/etc/x1: owner 0)`]);
  assert.deepEqual(other.explain("d"), [`Check failed: "X" (nothing found)`]);
});

test("definitions that all build on the next several times are explained in no time", async () => {
  const extend = (n: number) => `<extend_definition definition_ref="d${n}" result="false"/>`;
  const definitions = Array.from(
    { length: 15 },
    (_, n) =>
      `<definition definition_id="d${n}" result="false"><criteria result="false">${extend(n + 1).repeat(8)}</criteria></definition>`,
  );
  const last = `<definition definition_id="d15" result="false"><criteria result="false"><criterion test_ref="t" result="false"/></criteria></definition>`;
  const report = await reportOf({
    definitions: definitions.join("") + last,
    texts: text("t", "All is well"),
  });
  assert.deepEqual(report.explain("d0"), [`Check failed: "All is well" (nothing found)`]);
});
