import assert from "node:assert/strict";
import { test } from "node:test";
import { createRemoteLog } from "./remote-log.ts";

test("a line is one JSON object with facts, sentence and the reasons of an error, and quiet levels say nothing", () => {
  const lines: string[] = [];
  const log = createRemoteLog("info", "collector", (line) => lines.push(line));
  log.debug({}, "not shown");
  const err = new Error("fetch failed", { cause: new Error("connect ECONNREFUSED") });
  log.warn({ err, sensors: 3 }, "the server cannot be reached\nnow");
  assert.equal(lines.length, 1);
  const [line] = lines;
  assert.ok(line !== undefined && line.indexOf("\n") === line.length - 1);
  const { time, pid, ...rest } = JSON.parse(line);
  assert.ok(Number.isInteger(time) && pid === process.pid);
  assert.deepEqual(rest, {
    level: 40,
    name: "collector",
    err: "fetch failed: connect ECONNREFUSED",
    sensors: 3,
    msg: "the server cannot be reached\nnow",
  });
});
