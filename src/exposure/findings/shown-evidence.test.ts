import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { shownEvidence } from "./shown-evidence.ts";

const verdict = (source: string, says: string) => ({
  source,
  verdict: says,
  reason: "because",
  confidence: 90,
});

test("of what each source says, the first that knows decides", () => {
  const verdicts = [
    verdict("debian", "unknown"),
    verdict("osv", "affected"),
    verdict("nvd", "affected"),
  ];
  const [scan] = shownEvidence({ scan: { confidence: 80, product: "nginx", verdicts } });
  assert.deepEqual(
    scan?.verdicts.map(({ source, decides }) => [source, decides]),
    [
      ["debian", false],
      ["osv", true],
      ["nvd", false],
    ],
  );
  assert.deepEqual(scan?.shown, [{ name: "product", value: "nginx" }]);
  assert.equal(scan?.confidence, 80);
});

test("lists are told as people write them, and what is not known is left out", () => {
  const [agent] = shownEvidence({
    agent: { installed: ["nginx 1.22", "nginx-common 1.22"], fixCommand: null, banner: "" },
  });
  assert.deepEqual(agent?.shown, [{ name: "installed", value: "nginx 1.22, nginx-common 1.22" }]);
});

test("whatever was kept as evidence, something can be shown", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom("scan", "agent", "import", "other"), fc.anything()),
      (kept) => {
        for (const { shown, verdicts } of shownEvidence(JSON.parse(JSON.stringify(kept)))) {
          assert.ok(shown.every(({ value }) => value.length <= 4_000));
          assert.ok(verdicts.filter(({ decides }) => decides).length <= 1);
        }
      },
    ),
  );
});
