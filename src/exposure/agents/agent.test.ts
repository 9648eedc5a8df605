import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { baseAgentName, freeAgentName } from "./agent.ts";

test("an agent is named after its host, with the lowest free number where the name is taken", () => {
  const name = (hostname: string, ...taken: string[]) => freeAgentName(hostname, new Set(taken));
  assert.equal(name("web1"), "web1");
  assert.equal(name("web1", "web1-2"), "web1");
  assert.equal(name("web1", "web1"), "web1-2");
  assert.equal(name("web1", "web1", "web1-2", "web1-4", "web10"), "web1-3");
  assert.equal(name(""), "unnamed");
  assert.equal(name("", "unnamed"), "unnamed-2");
});

test("however long a host's name, each agent's is free, begins alike and fits into its column", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (hostname) => {
      const taken = new Set<string>();
      for (let i = 0; i < 12; i++) {
        const name = freeAgentName(hostname, taken);
        assert.ok(!taken.has(name));
        assert.ok(name.startsWith(baseAgentName(hostname)));
        assert.ok(name.length >= 1 && [...name].length <= 300);
        taken.add(name);
      }
    }),
  );
});
