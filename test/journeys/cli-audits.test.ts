import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { open, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { embedded, runVedette, startInstallation } from "#test/processes";
import { root } from "#test/source-files";

const fixtures = join(root, "test/fixtures/scap");
const ckl = join(fixtures, "two-stigs.ckl");
const arf = join(fixtures, "arf.xml");
const to = ["--tenant", "default"];

interface Run {
  readonly id: string;
  readonly hostname: string;
  readonly bundleName: string;
  readonly scorePct?: number;
}

test("results of other programs are taken in, looked into, compared, excepted and written out again", async (t) => {
  const installation = await startInstallation(t, embedded.none);
  const { env, dir } = installation;
  const vedette = (...args: string[]) => runVedette(["audit", ...args, ...to], env);
  const client = await installation.client("default", "exposure");
  const runs = async () => (await client.get<{ audits: Run[] }>("/audits")).audits;

  // What is broken or hostile is named in one sentence, and nothing of it is kept.
  const whole = await readFile(ckl, "utf8");
  const truncated = join(dir, "truncated.ckl");
  await writeFile(truncated, whole.slice(0, -200));
  const bomb = join(dir, "bomb.xml");
  await writeFile(
    bomb,
    '<?xml version="1.0"?><!DOCTYPE b [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><Benchmark>&b;</Benchmark>',
  );
  const huge = join(dir, "huge.xml");
  await using file = await open(huge, "w");
  await file.write("<Benchmark>");
  await file.truncate(1024 ** 3);
  // Nobody ever writes to it.
  const pipe = join(dir, "pipe.ckl");
  execFileSync("mkfifo", [pipe]);
  const refused = await vedette("import", truncated, bomb, huge, pipe, join(dir, "absent.ckl"));
  assert.equal(refused.code, 1);
  assert.equal(refused.stdout, "");
  const sentences = refused.stderr.trim().split("\n");
  assert.equal(sentences.length, 6, refused.stderr);
  for (const [i, path] of [truncated, bomb, huge, pipe].entries()) {
    assert.ok(sentences[i]?.startsWith(`${path} cannot be read: `), refused.stderr);
  }
  assert.equal(sentences[5], "vedette: 5 files were not taken in. Nothing was changed.");
  assert.deepEqual(await runs(), []);

  // Each STIG of a checklist is a run; the same file again, and a copy of it, change nothing.
  const first = await vedette("import", ckl, arf, "--json");
  assert.equal(first.code, 0, first.stderr);
  assert.partialDeepStrictEqual(JSON.parse(first.stdout), {
    imported: [
      {
        file: ckl,
        runs: [
          { benchmark: "Sample OS Security Technical Implementation Guide", scorePct: 50 },
          { benchmark: "Sample Web Server STIG", scorePct: 0 },
        ],
      },
      { file: arf, runs: [{ hostname: "web1.example.net", isNew: true, scorePct: 16.7 }] },
    ],
    failures: [],
  });
  const copy = join(dir, "copy.ckl");
  await writeFile(copy, whole);
  const again = await vedette("import", copy, arf);
  assert.equal(again.stdout.match(/was imported before/g)?.length, 3, again.stdout);
  assert.equal((await runs()).length, 3);

  const list = await vedette("runs", "--json");
  const listed: Run[] = JSON.parse(list.stdout);
  assert.deepEqual(
    listed.map(({ id }) => id),
    (await runs()).map(({ id }) => id),
  );
  const os = listed.find(({ bundleName }) => bundleName.startsWith("Sample OS"))?.id ?? "";
  const real = listed.find(({ bundleName }) => bundleName.startsWith("Guide"))?.id ?? "";

  const shown = await vedette("show", real, "--failed");
  assert.match(shown.stdout, /^web1\.example\.net: Guide to the Secure Configuration/);
  assert.match(shown.stdout, /score: 16\.7 %\n/);
  assert.match(shown.stdout, /\nfail {2}CAT II {2}\S+: /);
  assert.match(shown.stdout, /\n {4}why: /);
  assert.doesNotMatch(shown.stdout, /\npass /);

  // A checklist goes to STIG Viewer and comes back the same.
  const cklb = join(dir, "out.cklb");
  const exported = await vedette("export", os, "--format", "cklb", "-o", cklb);
  assert.equal(exported.code, 0, exported.stderr);
  assert.equal((await stat(cklb)).mode & 0o777, 0o600);
  const back = await vedette("import", cklb, "--json");
  const [{ id: backId = "", isNew = false } = {}] = JSON.parse(back.stdout).imported[0].runs;
  assert.equal(isNew, true, "another time, another run");
  const compared = await vedette("compare", os, backId);
  assert.match(compared.stdout, /\n4 unchanged\n$/);
  assert.doesNotMatch(compared.stdout, /WORSE|BETTER|OTHERWISE|NEW|GONE|different/);

  // An exception changes the second score, and no result.
  const { rules } = await client.get<{ rules: { shortId: string; result: string }[] }>(
    `/audits/${os}`,
  );
  const failed = rules.find(({ result }) => result === "fail")?.shortId ?? "";
  const answer = ["--reason", "Needed, for now.", "--owner", "Ada", "--until", "2999-12-31"];
  const excepted = await vedette("except", failed, ...answer, "--json");
  assert.equal(excepted.code, 0, excepted.stderr);
  assert.partialDeepStrictEqual(await client.get(`/audits/${os}`), {
    scorePct: 50,
    excepted: 1,
    scoreWithExceptionsPct: 100,
  });
  const withException = await vedette("show", os);
  assert.match(withException.stdout, /score: 50 % \(without 1 excepted: 100 %\)/);
  assert.match(
    withException.stdout,
    /excepted: Ada until 3000-01-01 00:00:00 UTC: Needed, for now\./,
  );
  const { id } = JSON.parse(excepted.stdout);
  assert.match(
    (await vedette("exceptions")).stdout,
    new RegExp(`${id} +${failed} +everywhere +holds`),
  );
  assert.equal((await vedette("unexcept", id)).stdout, `${failed} counts again\n`);
  assert.equal(JSON.parse((await vedette("exceptions", "--json")).stdout).length, 0);

  const csv = await vedette("export", os, "--format", "csv");
  assert.equal(csv.stdout.split("\r\n").length, 6);
  const noArf = await vedette("export", os, "--format", "arf");
  assert.equal(noArf.code, 1);
  assert.match(noArf.stderr, /^vedette: Of this run no ARF is kept\./);
  for (const wrong of [
    ["--until", "2027-02-30"],
    ["--until", "tomorrow"],
    ["--asset", "nowhere"],
  ]) {
    const { code } = await vedette("except", failed, "--reason", "r", "--owner", "o", ...wrong);
    assert.equal(code, wrong[0] === "--asset" ? 1 : 2, wrong.join(" "));
  }
  assert.equal(
    (await vedette("show", "nonsense")).stderr,
    "vedette: There is no audit run with this id.\n",
  );
});
