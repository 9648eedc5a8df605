import assert from "node:assert/strict";
import { test } from "node:test";
import { setImmediate as settled } from "node:timers/promises";
import { type Clock, createReread } from "../../console/src/api/reread.ts";

/** What is read, how long it takes, and the time, all in the hands of a test. */
function start() {
  let nowMs = 1000;
  let waiting: { at: number; happen: () => void }[] = [];
  const clock: Clock = {
    now: () => nowMs,
    later(ms, happen) {
      const one = { at: nowMs + ms, happen };
      waiting.push(one);
      return () => (waiting = waiting.filter((each) => each !== one));
    },
  };
  const begun: number[] = [];
  const answers: (() => void)[] = [];
  const reread = createReread(() => {
    begun.push(nowMs);
    return new Promise<void>((resolve) => answers.push(resolve));
  }, clock);
  return {
    ...reread,
    /** When readings began, in milliseconds from the start. */
    begun: () => begun.map((at) => at - 1000),
    async pass(ms: number) {
      nowMs += ms;
      const due = waiting.filter(({ at }) => at <= nowMs);
      waiting = waiting.filter(({ at }) => at > nowMs);
      for (const { happen } of due) happen();
      await settled();
    },
    /** The reading of that number, from 0 on, is answered. */
    async answer(which: number) {
      answers[which]?.();
      await settled();
    },
  };
}

test("news that come one after the other are read once, when they have come", async () => {
  const { onNews, pass, begun, answer } = start();
  onNews();
  await pass(10);
  onNews();
  await pass(5);
  onNews();
  await pass(9);
  assert.deepEqual(begun(), []);
  await pass(1);
  await answer(0);
  await pass(60_000);
  assert.deepEqual(begun(), [25]);
});

test("one reading goes on at a time, and what came meanwhile is read once more after it", async () => {
  const { onNews, pass, begun, answer } = start();
  onNews();
  await pass(25);
  onNews();
  onNews();
  await pass(40);
  assert.deepEqual(begun(), [25]);
  await answer(0);
  await pass(40);
  assert.deepEqual(begun(), [25, 105]);
  await answer(1);
  await pass(60_000);
  assert.deepEqual(begun(), [25, 105]);
});

test("after a reading it rests as long as that took, and news from then on wait as little as ever", async () => {
  const { onNews, pass, begun, answer } = start();
  onNews();
  await pass(25);
  await pass(400);
  await answer(0);
  await pass(100);
  onNews();
  await pass(299);
  assert.deepEqual(begun(), [25]);
  await pass(1);
  assert.deepEqual(begun(), [25, 825]);
  await answer(1);
  await pass(1000);
  onNews();
  await pass(25);
  assert.deepEqual(begun(), [25, 825, 1850]);
});

test("no rest is longer than five seconds", async () => {
  const { onNews, pass, begun, answer } = start();
  onNews();
  await pass(25);
  onNews();
  await pass(60_000);
  await answer(0);
  await pass(4999);
  assert.deepEqual(begun(), [25]);
  await pass(1);
  assert.deepEqual(begun(), [25, 65_025]);
});

test("what is read at once waits for no reading, no rest and no gathering, and is what these waited for", async () => {
  const { onNews, atOnce, pass, begun, answer } = start();
  onNews();
  await pass(10);
  atOnce();
  assert.deepEqual(begun(), [10]);
  await pass(500);
  atOnce();
  assert.deepEqual(begun(), [10, 510]);
  await answer(1);
  atOnce();
  assert.deepEqual(begun(), [10, 510, 510]);
  await answer(2);
  await pass(60_000);
  assert.deepEqual(begun(), [10, 510, 510]);
});

test("an answer that comes after a newer reading began ends nothing: news still wait for the newer one", async () => {
  const { onNews, atOnce, pass, begun, answer } = start();
  atOnce();
  await pass(300);
  atOnce();
  onNews();
  await answer(0);
  await pass(1000);
  assert.deepEqual(begun(), [0, 300]);
  await answer(1);
  await pass(999);
  assert.deepEqual(begun(), [0, 300]);
  await pass(1);
  assert.deepEqual(begun(), [0, 300, 2300]);
});
