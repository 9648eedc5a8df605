import assert from "node:assert/strict";
import { test } from "node:test";
import { profileOf } from "./profile.ts";

const ids = ["cis_level1_server", "cis_level2_server", "server", "standard"];
const profiles = ids.map((id, index) => ({
  id: `xccdf_org.ssgproject.content_profile_${id}`,
  rules: index,
}));

test("a profile is named by its id or by an end that no other has", () => {
  const idOf = (wanted: string) => profileOf(profiles, wanted).id;
  assert.equal(idOf("xccdf_org.ssgproject.content_profile_server"), profiles[2]?.id);
  assert.equal(idOf("level2_server"), profiles[1]?.id);
  const refused = (wanted: string, sentence: RegExp) =>
    assert.throws(() => profileOf(profiles, wanted), { code: "bad_content", message: sentence });
  refused("server", /may be any of these profiles: cis_level1_server, cis_level2_server, server\./);
  refused("stig", /no profile "stig"\. It has: cis_level1_server, .*, standard\.$/);
  assert.throws(() => profileOf([], "stig"), { code: "bad_content", message: /no profiles/ });
});

test("of many profiles twenty are named", () => {
  const many = Array.from({ length: 25 }, (_, index) => ({ id: `p${index}`, rules: 1 }));
  assert.throws(() => profileOf(many, "x"), /p19 and 5 more/);
});
