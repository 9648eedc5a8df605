import assert from "node:assert/strict";
import { test } from "node:test";
import { profileOf } from "./profile.ts";

const ids = ["cis_level1_server", "cis_level2_server", "standard"];
const profiles = ids.map((id, index) => ({
  id: `xccdf_org.ssgproject.content_profile_${id}`,
  rules: index,
}));

test("a profile is named as in a bundle; of what no profile is called the sentence names those there are", () => {
  assert.equal(profileOf(profiles, "level2_server"), profiles[1]);
  const refused = (wanted: string, message: string) =>
    assert.throws(() => profileOf(profiles, wanted), { code: "bad_content", message });
  refused("server", 'The profile "server" could be cis_level1_server, cis_level2_server.');
  refused(
    "stig",
    'The profile "stig" is not there: the content has cis_level1_server, cis_level2_server, standard.',
  );
});
