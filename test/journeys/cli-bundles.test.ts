import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { thisFile } from "#test/clean-up";
import { gzipSync } from "node:zlib";
import { embedded, runVedette, startInstallation } from "#test/processes";
import { patchedDataStream, shippedDataStream } from "#test/scap-content";

const to = ["--tenant", "default"];

/** Of all tests here: one that needs it empty comes first. */
const { env, dir } = await startInstallation(thisFile, embedded.none);

test("what is no bundle is refused in a sentence, and an audit that is not declared is not run", async () => {
  const text = join(dir, "notes.txt");
  await writeFile(text, "Mary had a little lamb");
  const refused = [
    [["bundle", "add", text], `${text} cannot be read: it is neither XML nor a JSON object.`],
    [
      ["bundle", "add"],
      "Give either a file, or --content with the name of a file that hosts have.",
    ],
    [
      ["bundle", "add", "--content", "../../etc/passwd.xml"],
      'The bundle "../../etc/passwd" cannot be kept: "../../etc/passwd.xml" is no file of a distribution such as ssg-rhel9-ds.xml: a name without a folder.',
    ],
    [
      ["audit", "run", "nightly"],
      'Tenant default has no audit named "nightly": it has none; declare one with vedette apply.',
    ],
  ] as const;
  for (const [args, sentence] of refused) {
    const { code, stdout, stderr } = await runVedette([...args, ...to], env);
    assert.deepEqual([code, stdout, stderr], [1, "", `vedette: ${sentence}\n`]);
  }
});

test("a distribution's content is kept as a bundle, shown with its profiles, replaced and removed", async () => {
  const bundle = (...args: string[]) => runVedette(["bundle", ...args, ...to], env);
  const shipped = await readFile(shippedDataStream());
  const packed = join(dir, "debian.xml.gz");
  await writeFile(packed, gzipSync(shipped));

  assert.equal((await bundle("add", packed, "--name", "debian11")).stdout, "added debian11\n");
  const shown = await bundle("show", "debian11");
  const sha256 = createHash("sha256").update(shipped).digest("hex");
  assert.match(
    shown.stdout,
    /^benchmark: Guide to the Secure Configuration of Debian 11, version /m,
  );
  const file = `file: debian.xml, ${shipped.length} bytes, SHA-256 ${sha256}`;
  assert.ok(shown.stdout.split("\n").includes(file), shown.stdout);
  assert.match(shown.stdout, /^platforms: cpe:\/o:debian:debian_linux:11$/m);
  assert.match(shown.stdout, /^anssi_np_nt28_minimal +\d+ +Profile for ANSSI DAT-NT28 Minimal/m);

  const again = await bundle("add", packed, "--name", "debian11");
  assert.deepEqual(
    [again.code, again.stdout, again.stderr],
    [
      1,
      "",
      'vedette: There is a bundle named "debian11" already: choose another --name, or --replace it.\n',
    ],
  );
  const other = await patchedDataStream(dir);
  const replaced = await bundle("add", other, "--name", "debian11", "--replace", "--json");
  assert.partialDeepStrictEqual(JSON.parse(replaced.stdout), { name: "debian11", replaced: true });
  const content = await bundle("add", "--content", "ssg-rhel9-ds.xml");
  assert.equal(content.stdout, "added ssg-rhel9-ds\n");
  const listed = JSON.parse((await bundle("list", "--json")).stdout);
  assert.partialDeepStrictEqual(listed, [
    { name: "debian11", source: "file", fileName: "ssg-debian11-ds.xml" },
    { name: "ssg-rhel9-ds", source: "content", fileName: "ssg-rhel9-ds.xml", sha256: null },
  ]);
  assert.notEqual(listed[0].sha256, sha256);

  assert.equal((await bundle("remove", "debian11")).stdout, "removed debian11\n");
  const gone = await bundle("show", "debian11");
  assert.equal(
    gone.stderr,
    'vedette: Tenant default has no bundle named "debian11": it has ssg-rhel9-ds.\n',
  );
});
