import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { runVedette } from "#test/processes";

const dir = await mkdtemp(join(tmpdir(), "vedette-cli-"));
after(() => rm(dir, { recursive: true }));
const env = { VEDETTE_DATA_DIR: join(dir, "data") };

test("help goes to stdout, ends with 0, and touches nothing", async () => {
  for (const args of [["--help"], ["help"], ["key", "create", "--help"], ["collector", "--help"]]) {
    const { code, stdout, stderr } = await runVedette(args, env);
    assert.deepEqual([code, stderr], [0, ""], args.join(" "));
    assert.match(stdout, /^Usage: vedette/);
    assert.match(stdout, /\nExamples?:\n {2}\S/);
  }
  const { stdout } = await runVedette(["--version"], env);
  assert.match(stdout, /^\d+\.\d+\.\d+\n$/);
  assert.deepEqual(await readdir(dir), []);
});

test("wrong usage ends with 2 and a sentence on stderr", async () => {
  const wrong: [string[], RegExp][] = [
    [[], /Usage: vedette/],
    [["aply"], /unknown command 'aply'[\s\S]*apply/],
    [["apply"], /required option '-f, --file <file...>'/],
    [["apply", "-f", "x.yaml", "--purge"], /unknown option '--purge'[\s\S]*--prune/],
    [
      ["key", "create", "--tenant", "t", "--service", "monitor", "--scope", "all", "--name", "n"],
      /Allowed choices are read, read_write/,
    ],
    [["key", "revoke"], /missing required argument 'key-or-id'/],
    [["tenant", "create", "t", "--sensor-limit", "-1"], /whole number from 0/],
    [["collector", "crate", "x"], /too many arguments|unknown command/],
    [["snmp", "discover", "127.0.0.1", "--timeout", "soon"], /whole number of seconds/],
  ];
  for (const [args, sentence] of wrong) {
    const { code, stdout, stderr } = await runVedette(args, env);
    assert.equal(code, 2, `${args.join(" ")}: ${stderr}`);
    assert.equal(stdout, "", args.join(" "));
    assert.match(stderr, sentence);
  }
  assert.deepEqual(await readdir(dir), []);
});

test("a command in a wrong place says that there is no installation, and makes none", async () => {
  for (const args of [
    ["key", "list"],
    ["tenant", "list"],
    ["collector", "list"],
    ["backup", join(dir, "b")],
  ]) {
    const { code, stdout, stderr } = await runVedette(args, env);
    assert.deepEqual([code, stdout], [1, ""], args.join(" "));
    assert.equal(
      stderr,
      `vedette: There is no installation in ${env.VEDETTE_DATA_DIR}. Set VEDETTE_DATA_DIR or DATABASE_URL, or make one with vedette serve.\n`,
    );
  }
  assert.deepEqual(await readdir(dir), []);
});

test("a setting that is wrong, or a database that is not there, is one sentence and 1", async () => {
  const cases: [Record<string, string>, RegExp][] = [
    [
      { VEDETTE_PORT: "http" },
      /^vedette: VEDETTE_PORT=http: it must be a whole number from 0 to 65535\.\n$/,
    ],
    [
      { DATABASE_URL: "postgres://u:s3cret@127.0.0.1:1/x" },
      /^vedette: The database x at 127\.0\.0\.1:1 cannot be reached: .*\n$/,
    ],
  ];
  for (const [wrong, sentence] of cases) {
    const { code, stderr } = await runVedette(["tenant", "list"], { ...env, ...wrong });
    assert.equal(code, 1);
    assert.match(stderr, sentence);
    assert.doesNotMatch(stderr, /s3cret/);
  }
});
