import assert from "node:assert/strict";
import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { shippedDataStream } from "#test/scap-content";
import { findContentFile } from "./content-files.ts";

test("the distribution's content is found by its name, and only there", async () => {
  assert.equal(await findContentFile("ssg-debian11-ds.xml"), shippedDataStream());
  assert.equal(await findContentFile("ssg-beos5-ds.xml"), null);
  for (const name of ["../content/ssg-debian11-ds.xml", "/etc/passwd", "..", ".", "", "a\0b"]) {
    await assert.rejects(findContentFile(name), { code: "bad_content" });
  }
});

test("content that others than root could change is not used, and it is said why", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "vedette-content-"));
  t.after(() => rm(folder, { recursive: true }));
  await chmod(folder, 0o755);
  const home = join(folder, "content");
  await mkdir(home, { mode: 0o755 });
  const find = (name: string) => findContentFile(name, [join(folder, "nothing"), home]);
  const file = join(home, "a-ds.xml");
  await writeFile(file, "<a/>");

  await chmod(file, 0o664);
  await assert.rejects(find("a-ds.xml"), { code: "bad_content", message: /chmod go-w/ });
  await chmod(file, 0o644);
  await chmod(home, 0o777);
  await assert.rejects(find("a-ds.xml"), {
    code: "bad_content",
    message: /content can be written/,
  });
  await chmod(home, 0o755);

  await writeFile(join(folder, "elsewhere.xml"), "<a/>");
  await symlink(join(folder, "elsewhere.xml"), join(home, "link-ds.xml"));
  await assert.rejects(find("link-ds.xml"), {
    code: "bad_content",
    message: /outside of its folder/,
  });

  if (process.getuid?.() === 0) {
    assert.equal(await find("a-ds.xml"), file);
    await chown(file, 65534, 65534);
  }
  await assert.rejects(find("a-ds.xml"), { code: "bad_content", message: /belongs to user \d+/ });
});
