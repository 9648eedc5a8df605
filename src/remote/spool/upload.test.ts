import assert from "node:assert/strict";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { gunzip } from "#lib/gzip";
import { openSpool } from "./spool.ts";
import { type SendOutcome, uploadUntilAborted } from "./upload.ts";

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

test("in order, nothing lost, bad parts set aside alone, whatever the server does in between", async (t) => {
  const parent = await mkdtemp(join(tmpdir(), "vedette-upload-"));
  t.after(() => rm(parent, { recursive: true }));
  let run = 0;
  const outages = fc.array(fc.constantFrom("later", "lost reply", "well"), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(30)), outages, async (bad, weather) => {
      const directory = join(parent, String(run++));
      const spool = await openSpool({ directory, now: () => null, log: quiet });
      for (let i = 0; i < 30; i++) await spool.append(String(i), 1, i);
      const stop = new AbortController();
      const accepted: number[] = [];
      let longestFailure = 0;
      const uploaded = uploadUntilAborted({
        spool,
        log: quiet,
        signal: stop.signal,
        maxItems: 7,
        maxDecodedBytes: 1e6,
        pauseMs: (failures) => {
          longestFailure = Math.max(longestFailure, failures);
          return 0;
        },
        send: async (batch): Promise<SendOutcome> => {
          const items: number[] = JSON.parse(`[${await text(batch.payload)}]`);
          assert.ok(items.length <= 7);
          const now = weather.shift() ?? "well";
          if (now === "later") return { kind: "later" };
          if (items.some((item) => bad.includes(item))) return { kind: "refused", reason: "bad" };
          accepted.push(...items);
          if (now === "lost reply") return { kind: "later" };
          return { kind: "accepted" };
        },
      });
      while (spool.status().items > 0) await new Promise(setImmediate);
      stop.abort();
      await uploaded;
      const good = Array.from({ length: 30 }, (_, i) => i).filter((i) => !bad.includes(i));
      const firstTimes = accepted.filter((item, index) => accepted.indexOf(item) === index);
      assert.deepEqual(firstTimes, good);
      const aside = await readdir(join(directory, "refused")).catch(() => []);
      assert.equal(aside.length, 30 - good.length);
    }),
    { numRuns: 40 },
  );
});

async function text(payload: Buffer): Promise<string> {
  return (await gunzip(payload, 1e6)).toString();
}
