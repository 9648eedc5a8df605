import assert from "node:assert/strict";
import { test } from "node:test";
import { combined } from "./xccdf/results.ts";
import { engineOf } from "./xccdf/engine-of.ts";
import { strippedId } from "./index.ts";

test("an id is shown without the words that all ids of its kind begin with", () => {
  const cases: [string, string][] = [
    ["xccdf_mil.disa.stig_rule_SV-230221r858734_rule", "SV-230221r858734_rule"],
    ["xccdf_mil.disa.stig_benchmark_RHEL_9_STIG", "RHEL_9_STIG"],
    ["xccdf_mil.disa.stig_group_V-230221", "V-230221"],
    ["xccdf_org.ssgproject.content_rule_sshd_set_idle_timeout", "sshd_set_idle_timeout"],
    ["xccdf_org.ssgproject.content_profile_cis_level1_server", "cis_level1_server"],
    ["xccdf_org.cisecurity.benchmarks_rule_1.1.1_Ensure_a_rule_is", "1.1.1_Ensure_a_rule_is"],
    ["SV-230221r858734_rule", "SV-230221r858734_rule"],
    ["xccdf_org.ssgproject.content_rule_", "xccdf_org.ssgproject.content_rule_"],
    ["a_rule_b", "a_rule_b"],
    ["", ""],
  ];
  for (const [id, short] of cases) {
    assert.equal(strippedId(id), short);
    assert.equal(strippedId(short), short);
  }
});

test("engines are called as people call them", () => {
  assert.equal(engineOf("cpe:/a:redhat:openscap:1.3.7"), "OpenSCAP 1.3.7");
  assert.equal(engineOf("cpe:2.3:a:open-scap:oscap:1.4.0:*:*:*:*:*:*:*"), "OpenSCAP 1.4.0");
  assert.equal(engineOf("cpe:/a:example:my_tool"), "my tool");
  assert.equal(engineOf("Some Scanner"), "Some Scanner");
  assert.equal(engineOf(""), "unknown");
});

test("of several results of a rule the worst that says something counts", () => {
  assert.equal(combined(["pass", "fail", "error"]), "fail");
  assert.equal(combined(["pass", "error", "unknown"]), "unknown");
  assert.equal(combined(["notapplicable", "pass", "notchecked"]), "pass");
  assert.equal(combined(["notchecked", "notapplicable"]), "notapplicable");
  assert.equal(combined(["informational"]), "informational");
});
