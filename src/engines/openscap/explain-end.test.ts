import assert from "node:assert/strict";
import { test } from "node:test";
import type { AuditFailure } from "#engines/scap-types";
import { explainEnd } from "./explain-end.ts";
import type { OscapEnd } from "./run-oscap.ts";

const limits = { timeSec: 3600, memoryMb: 512 };
const whole: OscapEnd = {
  code: 0,
  signal: null,
  stopped: null,
  stderr: "",
  peakMb: 217.6,
  tookSec: 12.3,
};
const ofSignal = (signal: NodeJS.Signals): Partial<OscapEnd> => ({ code: null, signal });

test("a run is whole when oscap says that all is well or that a rule failed, whatever it warns of", () => {
  for (const code of [0, 2]) {
    assert.equal(explainEnd({ ...whole, code, stderr: "WARNING: no such user" }, limits), null);
  }
});

test("every other end has its code, and a sentence that says what to do", () => {
  const ends: [Partial<OscapEnd>, AuditFailure, RegExp][] = [
    [{ ...ofSignal("SIGTERM"), stopped: "aborted" }, "stopped", /stopped/],
    [{ ...ofSignal("SIGTERM"), stopped: "time" }, "out_of_time", /within 60 min\. Raise the limit/],
    [
      { ...ofSignal("SIGTERM"), stopped: "memory" },
      "out_of_memory",
      /218 MB, more than the limit of 512 MB/,
    ],
    [{ ...ofSignal("SIGTERM"), stopped: "size" }, "engine_error", /more than 256 MB/],
    [ofSignal("SIGKILL"), "killed", /SIGKILL.* after 12 s, when it held 218 MB.*dmesg/],
    [ofSignal("SIGTERM"), "killed", /SIGTERM/],
    [ofSignal("SIGSEGV"), "engine_error", /broke down \(SIGSEGV\)/],
    [{ code: 1, stderr: "E: oscap: Cannot allocate memory" }, "out_of_memory", /from the host/],
    [
      { ...ofSignal("SIGABRT"), stderr: "std::bad_alloc" },
      "out_of_memory",
      /218 MB: std::bad_alloc/,
    ],
    [{ code: 1, stderr: "Invalid SCAP Source Datastream" }, "bad_content", /Invalid SCAP/],
    [
      { code: 1, stderr: "\u001b[2JNo OVAL\nagent" },
      "engine_error",
      /code 1: {2}\[2JNo OVAL agent/,
    ],
    [{ code: 1 }, "engine_error", /it says nothing/],
  ];
  for (const [end, code, sentence] of ends) {
    const failure = explainEnd({ ...whole, ...end }, limits);
    assert.equal(failure?.code, code);
    assert.match(failure.message, sentence);
  }
  const short = explainEnd(
    { ...whole, ...ofSignal("SIGTERM"), stopped: "time" },
    {
      ...limits,
      timeSec: 90,
    },
  );
  assert.match(short?.message ?? "", /within 90 s/);
});

test("a sentence fits into the message to the server, however much oscap says", () => {
  const failure = explainEnd({ ...whole, code: 1, stderr: "x".repeat(5_000) }, limits);
  assert.equal(failure?.message.length, 1000);
});
