import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { matchProfile } from "./match-profile.ts";
import { strippedId } from "./stripped-id.ts";

const ssg = (name: string) => ({
  id: `xccdf_org.ssgproject.content_profile_${name}`,
  title: name,
});
const profiles = ["standard", "anssi_standard", "cis_level1_server", "cis_level1_workstation"].map(
  ssg,
);

test("a profile is found by its id, its name or the only ending of one; a whole name goes before an ending", () => {
  const found = (profile: string) => matchProfile(profile, profiles);
  const id = ssg("standard").id;
  assert.deepEqual(found(id), ssg("standard"));
  assert.deepEqual(found("standard"), ssg("standard"));
  assert.deepEqual(found("level1_server"), ssg("cis_level1_server"));
  const disa = [{ id: "xccdf_mil.disa.stig_profile_MAC-1_Classified", title: "I" }];
  assert.deepEqual(matchProfile("MAC-1_Classified", disa), disa[0]);
});

test("what no profile or more than one ends in is refused with those there are", () => {
  const minimal = [ssg("anssi_np_nt28_minimal"), ssg("anssi_bp28_minimal")];
  assert.deepEqual(matchProfile("minimal", minimal), {
    fault: "could be anssi_np_nt28_minimal, anssi_bp28_minimal",
  });
  for (const wrong of ["stig", "tandard", "", "_", "STANDARD"]) {
    assert.deepEqual(
      matchProfile(wrong, profiles),
      {
        fault:
          "is not there: the content has standard, anssi_standard, cis_level1_server, cis_level1_workstation",
      },
      wrong,
    );
  }
  assert.deepEqual(matchProfile("x", []), { fault: "is not there: the content has no profiles" });
  const many = Array.from({ length: 50 }, (_, i) => ssg(`p${i}`));
  const match = matchProfile("q", many);
  assert.match("fault" in match ? match.fault : "", /p38, p39 and 10 more$/);
});

test("what is found is always one of those there are, and found again by its own id", () => {
  const word = fc.stringMatching(/^[a-z0-9]{1,4}(_[a-z0-9]{1,3}){0,3}$/);
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 1, maxLength: 6 }), word, (names, wanted) => {
      const all = names.map(ssg);
      const match = matchProfile(wanted, all);
      const ending = all.filter(({ id }) => id.endsWith(`_${wanted}`));
      if ("fault" in match) return assert.notEqual(ending.length, 1);
      assert.ok(ending.some(({ id }) => id === match.id));
      assert.deepEqual(matchProfile(match.id, all), match);
      assert.deepEqual(matchProfile(strippedId(match.id), all), match);
    }),
  );
});
