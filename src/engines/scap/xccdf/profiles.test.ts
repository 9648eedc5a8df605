import assert from "node:assert/strict";
import { test } from "node:test";
import { readDataStream } from "../index.ts";
import { inPieces } from "../testing.ts";

async function read(profiles: string, rest = "") {
  const text = `<Benchmark id="b" xmlns="x"><title>B</title><platform idref="cpe:/o:a"/><platform idref="#both"/><platform idref="#unknown"/>
    <l:platform-specification xmlns:l="y"><l:platform id="both"><l:logical-test><l:fact-ref name="cpe:/a:one"/><l:fact-ref name="cpe:/a:two"/></l:logical-test></l:platform></l:platform-specification>
    ${profiles}
    <Value id="xccdf_x_value_len"><value>7</value><value selector="long">15</value></Value>
    <Group id="g1"><Rule id="r1" severity="high"><title>one <sub idref="xccdf_x_value_len"/></title></Rule>
      <Group id="g2" selected="false"><Rule id="r2"/><Rule id="r3" cluster-id="c"/></Group></Group>
    <Rule id="r4" selected="false" cluster-id="c"/>${rest}</Benchmark>`;
  return await readDataStream(inPieces(text), { name: "file" });
}

async function counts(profiles: string): Promise<Record<string, number>> {
  const { profiles: all } = await read(profiles);
  return Object.fromEntries(all.map(({ id, rules }) => [id, rules]));
}

test("a profile selects rules, groups and clusters, upon those that it extends", async () => {
  const profiles = `
    <Profile id="none"/>
    <Profile id="group"><select idref="g2" selected="true"/></Profile>
    <Profile id="cluster" extends="group"><select idref="c" selected="1"/><select idref="r1" selected="false"/></Profile>
    <Profile id="back" extends="cluster"><select idref="g2" selected="false"/></Profile>
    <Profile id="ring" extends="ring2"><select idref="r4" selected="true"/></Profile>
    <Profile id="ring2" extends="ring"/>`;
  assert.deepEqual(await counts(profiles), {
    none: 1,
    group: 3,
    cluster: 3,
    back: 1,
    ring: 2,
    ring2: 2,
  });
});

test("names of platforms come out of expressions, values are the usual ones", async () => {
  const { platforms, content } = await read(`<Profile id="p"/>`);
  assert.deepEqual(platforms, ["cpe:/o:a", "cpe:/a:one", "cpe:/a:two"]);
  assert.equal(content.rules[0]?.title, "one 7");
  assert.equal(content.rules[0]?.group, "g1");
});

test("a profile that is there twice, a rule without an id, and no rules at all are refused", async () => {
  await assert.rejects(
    read(`<Profile id="p"/><Profile id="p"/>`),
    /two profiles "p", the second at line 3/,
  );
  await assert.rejects(read("", "<Rule/>"), /the id of a Rule at line 7 is missing/);
  const empty = inPieces(`<Benchmark id="b"/>`);
  await assert.rejects(
    readDataStream(empty, { name: "file" }),
    /it is XCCDF, but holds no benchmark with rules/,
  );
  const json = inPieces("{}");
  await assert.rejects(
    readDataStream(json, { name: "file" }),
    /it is JSON; a SCAP data stream is XML/,
  );
});
